import { statement, type NamedStatement } from '@rapport/database';
import type { RecordDefinition } from '../defining/definition.ts';
import { copyInPage } from '../showing/copied-name.ts';
import { externalIdsColumn } from '../showing/external-id.ts';
import { joinInPage } from '../showing/joined-name.ts';
import { RecordShape } from '../showing/shape.ts';
import { predicatesOf, visibleTo } from '../showing/visibility.ts';
import { recordRules } from '../stamping/rules.ts';

/**
 * All records of a kind in the order of their changes, a JSON text each, as a caller is shown them that sees everything. A member
 * `externalId` has the external ids of all clients. `called` are the names of members that are called otherwise.
 */
export function exportStatement(
  definition: RecordDefinition,
  members: readonly string[],
  called: Readonly<Record<string, string>>,
): NamedStatement<'keys' | 'clients'> {
  const { name, table } = definition.resource;
  const shape = new RecordShape(definition, members, called);
  const scope = predicatesOf('all', '');
  const seen = visibleTo(definition, { knownScope: 'all', viewer: '' }, 'record');
  const columns = shape.columns(copyInPage(scope), joinInPage(scope), () => 'true');
  const externalIds = shape.showsExternalId ? `, record.${externalIdsColumn}` : '';
  return statement(
    `${name}_export`,
    `select ${shape.json(allExternalIds, ':keys::text[]')}
from (select ${columns}${externalIds} from tenant.${table} record where ${seen} order by last_modified_on, id) as record`,
    { names: ['keys', 'clients'] },
  );
}

/** Those of a row, with the ids by which clients sign in. */
const allExternalIds = `case when ${externalIdsColumn} is null then '[]'::json else (
  select json_agg(json_build_object('clientId', :clients::jsonb ->> given.key, 'externalId', given.value) order by given.key)
  from jsonb_each_text(${externalIdsColumn}) as given) end`;

/** The watermark of each kind in the snapshot that reads it, so that a copy of its records goes on with the feed from there. */
export const exportWatermarks = statement(
  'export_watermarks',
  `select resource, cell.utc(${recordRules.watermark('newest')}) as "syncUntilUtc"
from tenant.feed_floor as floor, lateral (select greatest(born, ${recordRules.feedLogs
    .map(({ table, isOurs }) => `(select max(occurred_on) from ${table} where ${isOurs} and resource = floor.resource)`)
    .join(', ')}) as newest) as log
where resource = any(:resources::smallint[])`,
  { names: ['resources'] },
);
