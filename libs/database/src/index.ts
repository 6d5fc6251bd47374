export { advisoryLocks } from './advisory-locks.ts';
export { bytesOf, textOf } from './wire/byte-text.ts';
export type { Candidate } from './leading/candidate.ts';
export { Database, type DatabaseOptions } from './database.ts';
export { catalogueGenerator, catalogueOf } from './migrating/catalogue.ts';
export {
  constraintOf,
  isLockTimeout,
  isUniqueViolation,
  isUnknownToDatabase,
  WriteDeadlineExceeded,
} from './failures.ts';
export type { Leader } from './leading/leader.ts';
export { migrate, migrationStatus, type MigrationStatus, type MigrationTargets } from './migrating/migrate.ts';
export { migrationsFolder } from './migrating/migration-files.ts';
export { databaseRoles, prepareDatabases, type DatabaseRole } from './migrating/prepare-databases.ts';
export { togetherMax } from './sql.ts';
export type { CellSql, RawRow, Sql, SqlDatabase, TenantCall, TenantSql, WriteTurn } from './sql.ts';
export { statement, type Statement } from './statement.ts';
export { createTenantSchema, dropTenantSchema, templateGenerator } from './migrating/tenant-schema.ts';
export { schemaName, sentTextOf, type SentText } from './tenant/tenant-text.ts';
export { defaultTimes, type DatabaseTimes } from './times.ts';
