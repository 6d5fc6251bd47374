export { bytesOf, textOf } from './byte-text.ts';
export type { Candidate } from './candidate.ts';
export { Database, type DatabaseOptions } from './database.ts';
export { catalogueGenerator, catalogueOf } from './catalogue.ts';
export {
  constraintOf,
  isLockTimeout,
  isUniqueViolation,
  isUnknownToDatabase,
  WriteDeadlineExceeded,
} from './failures.ts';
export type { Leader } from './leader.ts';
export { migrate, migrationStatus, type MigrationStatus, type MigrationTargets } from './migrate.ts';
export { migrationsFolder } from './migration-files.ts';
export { databaseRoles, prepareDatabases, type DatabaseRole } from './prepare-databases.ts';
export type { CellSql, RawRow, Sql, SqlDatabase, TenantCall, TenantSql } from './sql.ts';
export { statement, type Statement } from './statement.ts';
export { createTenantSchema, dropTenantSchema, templateGenerator } from './tenant-schema.ts';
export { prepareForTenant, schemaName, type Prepared } from './tenant-text.ts';
export { defaultTimes, type DatabaseTimes } from './times.ts';
