import { statement, type NamedStatement, type RawRow, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { nameDependents, type RecordDefinition } from '../defining/definition.ts';
import { copiedNames, fanOutInsert } from '../naming/copied-names.ts';
import { tenantStamp } from '../stamping/rules.ts';
import { hasOwner } from '../defining/target.ts';
import { teamOf } from '../stamping/record-owner.ts';
import { stampedUpdate } from '../stamping/stamped-update.ts';
import { withExpressions } from '../stamping/table-expressions.ts';

export interface Move {
  /** The user who is in another team now. `putMember` has written so before. */
  readonly userId: string;
  /** The user who moved that user; null where an operator did. */
  readonly actorId: string | null;
  /** Called after each chunk, so that the caller can show that the work goes on. */
  readonly afterChunk?: () => Promise<void>;
}

/** Takes the records of a user into the user's new team. Every resource whose records have owners takes part. */
export class OwnerFollower {
  readonly #statements: readonly NamedStatement[];

  constructor(kinds: readonly RecordDefinition[]) {
    this.#statements = kinds
      .filter(hasOwner)
      .map((definition) => followStatement(definition, nameDependents(definition.resource, kinds).length > 0));
  }

  /**
   * Stamps the user's records with its team, in chunks that hold the tenant's lock for a short time each. It can be
   * ended at any point and begun again. A record that gets or loses this owner meanwhile gets its team from the
   * statement that does so. Records that show the names of moved ones are left to the fan-out.
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

/** The time and the id of the last record that was scanned. */
type Position = readonly [time: string | null | undefined, id: string | null | undefined];

interface Chunk {
  readonly endsAt: Position;
  readonly hasMore: boolean;
}

const beginning: Position = ['-infinity', '00000000-0000-0000-0000-000000000000'];
const movedMax = 300;
/** A record that is in the right team is only scanned, which costs a hundredth of a move. */
const scannedMax = 3_000;

async function nextChunk(
  context: CallContext,
  sql: TenantSql,
  statement: NamedStatement,
  { userId, actorId }: Move,
  after: Position,
): Promise<Chunk> {
  const [lastTime, lastId] = after;
  const author = { actor: actorId, traceparent: context.trace.traceparent };
  return chunkIn(
    await sql.writeRows(context, statement.with({ userId, movedMax, scannedMax, lastTime, lastId, ...author })),
  );
}

/**
 * One chunk: the owner's records behind a position, in the order of the owner's index, until enough are moved or
 * scanned. A moved record comes again at the end of that order, as does a record that another caller changes meanwhile,
 * so all are in the right team when the end is reached. A record that refers to others than in the snapshot is left
 * until it comes again. Without the position each chunk would step over the dead rows that the chunks before it left in
 * the index.
 */
export function followStatement(definition: RecordDefinition, isNameSource: boolean): NamedStatement {
  const { name, number, table } = definition.resource;
  const names = copiedNames(definition, 'chunk');
  const change = stampedUpdate(definition, {
    sets: [{ name: 'team_id', value: 'team.id' }],
    nameFor: names.nameFor,
    at: 'stamped.at',
    from: 'stamped, team',
    where: `record.id = any (array(select chunk.id from chunk where moves))
    and record.owner_user_id is not distinct from :userId and record.team_id is distinct from team.id${names.stays}`,
  });
  return statement(
    `${name}_follow_owner`,
    withExpressions(
      [
        `stamped as materialized (
  select ${tenantStamp} as at
)`,
        `team as materialized (
  select ${teamOf(':userId::uuid', 'stamped.at')} as id from stamped
)`,
        chunkAhead(table, names.references),
        ...names.sources,
        ...change,
        ...(isNameSource ? [fanned(number)] : []),
      ],
      `select last_modified_on, id, place = :scannedMax, moves and id not in (select written.id from written)
from chunk order by owner_user_id, last_modified_on, id`,
    ),
  );
}

/** The next records of the owner, and which of them are to be moved. */
function chunkAhead(table: string, references: string): string {
  return `chunk as materialized (
  select * from (
    select *, team_id is distinct from (select team.id from team) as moves,
      row_number() over (order by owner_user_id, last_modified_on, id) as place
    from (
      select owner_user_id, last_modified_on, id, team_id${references} from tenant.${table}
      where (owner_user_id, last_modified_on, id) > (:userId, :lastTime::timestamptz, :lastId::uuid)
        and (owner_user_id, last_modified_on) <= (:userId, timestamptz 'infinity')
      order by owner_user_id, last_modified_on, id limit :scannedMax::int
    ) ahead
  ) numbered
  where moves or place = :scannedMax
  order by owner_user_id, last_modified_on, id limit :movedMax::int
)`;
}

function fanned(resource: number): string {
  return `fanned as (
  ${fanOutInsert(resource, 'written')}
)`;
}

/** Reads the rows of a chunk, in their order. */
function chunkIn(rows: readonly RawRow[]): Chunk {
  const [time, id, isLastScanned] = rows.at(-1) ?? [];
  const isAnyLeft = rows.some(([, , , isLeft]) => isLeft === 't');
  return { endsAt: [time, id], hasMore: rows.length === movedMax || isLastScanned === 't' || isAnyLeft };
}
