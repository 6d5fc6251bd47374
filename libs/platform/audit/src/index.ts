export { audit, auditTables } from './audit.ts';
export { AuditLog, auditRows } from './audit-log.ts';
export { auditOfCell } from './audit-of-cell.ts';
export type { ChangeActor, ChangeContext } from './change-context.ts';
export { auditModule } from './module.ts';
