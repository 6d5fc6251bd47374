import { statement, type Statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Resource } from '../resource.ts';
import { tenantStamp } from '../rules.ts';

export interface Move {
  /** The user who is in another team now, as `putMember` wrote before. */
  readonly userId: string;
  /** The user who moved it; null where an operator did. */
  readonly actorId: string | null;
  /** Called between chunks, by whoever has to show that the work goes on. */
  readonly afterChunk?: () => Promise<void>;
}

/** The records of a user follow it into another team: every resource whose records have owners takes part. */
export class OwnerFollower {
  readonly #statements: readonly Statement[];

  constructor(synchronised: readonly Resource[]) {
    this.#statements = synchronised.map(followStatement);
  }

  /**
   * Stamps the user's records with its team, in chunks that hold the tenant's lock for a short time each. It can be ended at
   * any point and begun again. A record that gets or leaves this owner meanwhile takes its team by itself.
   */
  async follow(context: CallContext, sql: TenantSql, move: Move): Promise<void> {
    for (const statement of this.#statements) {
      let chunk: Chunk = { endsAt: beginning, hasMore: true };
      while (chunk.hasMore) {
        chunk = await nextChunk(context, sql, statement, move, chunk.endsAt);
        await move.afterChunk?.();
      }
    }
  }
}

/** The time and the id of the last record that was looked at. */
type Position = readonly [time: string | null | undefined, id: string | null | undefined];

interface Chunk {
  readonly endsAt: Position;
  readonly hasMore: boolean;
}

const beginning: Position = ['-infinity', '00000000-0000-0000-0000-000000000000'];
const movedMax = 300;
/** Records that are in the right team cost a look, which is a hundredth of a move. */
const lookedAtMax = 3_000;

async function nextChunk(
  context: CallContext,
  sql: TenantSql,
  statement: Statement,
  { userId, actorId }: Move,
  after: Position,
): Promise<Chunk> {
  const values = [userId, movedMax, lookedAtMax, ...after, actorId, context.trace.traceparent];
  const rows = await sql.writeRows(context, statement, values);
  const [time, id, isLastLook] = rows.at(-1) ?? [];
  return { endsAt: [time, id], hasMore: rows.length === movedMax || isLastLook === 't' };
}

/**
 * One chunk: the owner's records behind a position, in the order of the owner's index, until enough are moved or looked at.
 * Moved ones come again at the end of that order, as do records that other callers change meanwhile, so the end is reached with
 * all in the right team. Without the position each chunk would step over what the chunks before it left behind in the index.
 * $1 user $2 moved at most $3 looked at at most $4 $5 the position $6 actor $7 traceparent
 */
function followStatement({ name, number, table }: Resource): Statement {
  return statement(
    `${name}_follow_owner`,
    `with s as materialized (
  select ${tenantStamp} as at
),
m as materialized (
  select cell.team_of(:tenant, $1::uuid, s.at) as team from s
),
k as materialized (
  select n.owner_user_id, n.last_modified_on, n.id, n.place from (
    select l.*, row_number() over (order by l.owner_user_id, l.last_modified_on, l.id) as place
    from (
      select r.owner_user_id, r.last_modified_on, r.id, r.team_id from tenant.${table} r
      where (r.owner_user_id, r.last_modified_on, r.id) > ($1, $4::timestamptz, $5::uuid)
        and (r.owner_user_id, r.last_modified_on) <= ($1, timestamptz 'infinity')
      order by r.owner_user_id, r.last_modified_on, r.id limit $3::int
    ) l
  ) n
  where n.team_id is distinct from (select m.team from m) or n.place = $3
  order by n.owner_user_id, n.last_modified_on, n.id limit $2::int
),
c as (
  update tenant.${table} c set team_id = m.team, version = c.version + 1, last_modified_on = s.at
  from s, m
  where c.id = any (array(select k.id from k)) and c.owner_user_id is not distinct from $1 and c.team_id is distinct from m.team
  returning c.id, c.version, s.at, c.owner_user_id, old.team_id as team_before, new.team_id as team_after
),
o as (
  insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_before, owner_after, team_before, team_after, actor, changes, traceparent)
  select uuidv7(), :tenant, ${number}, c.id, 'updated', c.version, c.at, c.owner_user_id, c.owner_user_id, c.team_before, c.team_after, $6::uuid, '[]'::jsonb, $7::text from c
)
select k.last_modified_on, k.id, k.place = $3 from k order by k.owner_user_id, k.last_modified_on, k.id`,
  );
}
