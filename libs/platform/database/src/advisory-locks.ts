/** The first keys of the advisory locks, of which PostgreSQL has one space in each database. */
export const advisoryLocks = {
  /** Changes of the signing keys. The second key is 1. */
  signingKeys: 776,
  /** Writes of a tenant: `cell.stamp` takes it. The second key is the tenant's number. */
  tenantWrites: 777,
  /**
   * Migrations. The second key is 0 for the schema of control or of a cell, and the tenant's number for a tenant's. In
   * the administrator's database 1 is for making roles and databases, and 2 for the template of tests.
   */
  migration: 778,
  /** Work that only one process does at a time. The second key is that of the work. */
  leading: 779,
  /** Partitions by month: `control.tend_months` takes it. The second key is 1. */
  monthPartitions: 780,
  /** Changes in control of a tenant's users, roles, teams and API clients. The second key is the tenant's number. */
  tenantPrincipals: 781,
  /** Sign-ups of one network. The second key is a hash of it. */
  signupNetwork: 782,
} as const;
