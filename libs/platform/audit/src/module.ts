import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { ContainerModule } from 'inversify';
import { AuditLog } from './audit-log.ts';

/** For the service in which the audit is read. */
export const auditModule = new ContainerModule(({ bind }) => {
  singleton(bind, AuditLog, [Database]);
});
