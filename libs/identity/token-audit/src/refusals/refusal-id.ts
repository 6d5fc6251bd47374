import { hash } from 'node:crypto';
import type { AuditRow } from '../audit-row.ts';

/** The id under which every process counts such refusals together. */
export function refusalId({
  event,
  reason,
  clientId,
  ip,
}: Pick<AuditRow, 'event' | 'reason' | 'clientId' | 'ip'>): string {
  const hex = hash('sha256', [event, reason, clientId, ip].join('\n'));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
