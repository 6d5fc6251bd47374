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
  async follow(sql: TenantSql, context: CallContext, { userId, actorId, afterChunk }: Move): Promise<void> {
    for (const statement of this.#statements) {
      const values = [userId, chunkMax, actorId, context.trace.traceparent];
      for (let moved = chunkMax; moved > 0;) {
        moved = (await sql.writeRows(context, statement, values)).length;
        await afterChunk?.();
      }
    }
  }
}

const chunkMax = 300;

/**
 * It is repeated until no row comes. The owner's index finds them, which the planner would not be kept to by `owner = $1`; who
 * was moved comes last in it. $1 user $2 at most $3 actor $4 traceparent
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
c as (
  update tenant.${table} c set team_id = m.team, version = c.version + 1, last_modified_on = s.at
  from s, m
  where c.id = any (array(
      select k.id from tenant.${table} k, m where k.owner_user_id between $1 and $1 and k.team_id is distinct from m.team
      order by k.owner_user_id, k.last_modified_on, k.id limit $2::int
    ))
    and c.owner_user_id is not distinct from $1 and c.team_id is distinct from m.team
  returning c.id, c.version, s.at, c.owner_user_id, old.team_id as team_before, new.team_id as team_after
),
o as (
  insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_before, owner_after, team_before, team_after, actor, changes, traceparent)
  select uuidv7(), :tenant, ${number}, c.id, 'updated', c.version, c.at, c.owner_user_id, c.owner_user_id, c.team_before, c.team_after, $3::uuid, '[]'::jsonb, $4::text from c
)
select c.id from c`,
  );
}
