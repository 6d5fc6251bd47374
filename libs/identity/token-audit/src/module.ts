import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { TokenAudit } from './token-audit.ts';
import { ClientRegister, TokenAuditLog } from './token-audit-log.ts';
import { TokenAuditStore } from './token-audit-store.ts';
import { TokenAuditWriter } from './token-audit-writer.ts';
import { TokenEvents } from './token-events.ts';

/** For the service in which something happens to tokens. */
export const tokenAuditModule = new ContainerModule(({ bind }) => {
  singleton(bind, TokenAuditStore, []);
  singleton(bind, TokenAudit, [Metrics]);
  singleton(bind, TokenAuditWriter, [TokenAudit, TokenAuditStore, Database, Telemetry]);
  singleton(bind, TokenEvents, [Logger, Metrics, TokenAudit]);
});

/** For the service in which operators read the audit of tokens. It binds `ClientRegister`. */
export const tokenAuditLogModule = new ContainerModule(({ bind }) => {
  singleton(bind, TokenAuditStore, []);
  singleton(bind, TokenAuditLog, [Database, TokenAuditStore, ClientRegister]);
});
