import type { Resource } from '../defining/resource.ts';
import { tenantStamp } from '../stamping/rules.ts';

/** One id or all: as a range the index finds either. */
const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The tenant's open rows of a resource, or of its one record. */
export function openRows({ number }: Resource): string {
  return `(
    select record_id, since from cell.fan_out
    where tenant = :tenant and resource = ${number}
      and record_id between coalesce(:recordId::uuid, '${firstId}') and coalesce(:recordId::uuid, '${lastId}')
  ) open`;
}

/** The stamp of a chunk, which is not taken where none of its records is picked. */
export const stampedIfPicked = `stamped as materialized (
  select ${tenantStamp} as at from (select from picked limit 1) any_picked
)`;
