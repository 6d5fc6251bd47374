export { audit } from './audit.ts';
export { auditOfCell } from './audit-of-cell.ts';
export type { ChangeActor, ChangeContext } from './change-context.ts';
