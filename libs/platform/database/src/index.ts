export { advisoryLocks } from './advisory-locks.ts';
export { bytesOf, textOf } from './wire/byte-text.ts';
export type { Candidate } from './leading/candidate.ts';
export { Database, type DatabaseOptions } from './database.ts';
export { catalogueGenerator } from './migrating/catalogue.ts';
export {
  constraintOf,
  isLockTimeout,
  isUniqueViolation,
  isUnknownToDatabase,
  TenantBehind,
  WriteDeadlineExceeded,
} from './failures.ts';
export type { Leader } from './leading/leader.ts';
export type { TenantToMigrate } from './migrating/ledger.ts';
export { migrate, migrationStatus, type MigrateOptions, type MigrationStatus } from './migrating/migrate.ts';
export { migrationsFolder } from './migrating/migration-files.ts';
export { preparationScript, prepareDatabases, type ServerDatabases } from './migrating/prepare-databases.ts';
export {
  togetherMax,
  type RawRow,
  type CellSql,
  type Sql,
  type TenantCall,
  type TenantSql,
  type TransactionSql,
  type WriteTurn,
} from './sql.ts';
export { turnsOfSlack } from './schemas/schema-watch.ts';
export { migrationsLacking, type LackingMigrations } from './schemas/lacking-migrations.ts';
export { namedText } from './statements/numbered-text.ts';
export type { NameIn } from './statements/statement-names.ts';
export { composed, statement, type NamedStatement, type Sent, type Statement } from './statements/statement.ts';
export { createTenantSchema, dropTenantSchema, templateGenerator } from './migrating/tenant-schema.ts';
export { rowsIn, type SnapshotOptions } from './snapshots/snapshot.ts';
export { emptied, erased, kept, ledgerTables, type TenantTable } from './tenant/tenant-table.ts';
export { schemaName, sentTextOf, type SentText } from './tenant/tenant-text.ts';
export { defaultTimes } from './times.ts';
export { changedRow, versionOf, type ChangedRow } from './changed-row.ts';
export { laterTime } from './later-time.ts';
export { utcText } from './utc-text.ts';
export { wordList } from './word-list.ts';
export { RolePassword } from './wire/role-password.ts';
