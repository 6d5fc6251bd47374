import type { RawRow } from '@rapport/database';
import type { Resource } from '../../defining/resource.ts';
import { timeOf } from '../../showing/time-text.ts';
import { headColumns } from './page-head.ts';

/** One raw row of a feed's page as the JSON text of its item. Only its external id can need an escape. */
export function feedItem({ name }: Resource, row: RawRow): string {
  const [occurredOn, id, recordId, operation, externalId] = row.slice(headColumns);
  const at = timeOf(occurredOn ?? '');
  const head = `"id":"${id}","resource":"${name}","entityId":"${recordId}","operation":"${operation}"`;
  return `{${head},"occurredOnUtc":"${at}","externalId":${JSON.stringify(externalId)}}`;
}
