import type { Resource } from '../defining/resource.ts';

/** One id or all: as a range the index finds either. */
const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The tenant's open rows of a resource, or of its one record $4. */
export function openRows({ number }: Resource): string {
  return `(
    select record_id, since from cell.fan_out
    where tenant = :tenant and resource = ${number}
      and record_id between coalesce($4::uuid, '${firstId}') and coalesce($4::uuid, '${lastId}')
  ) open`;
}
