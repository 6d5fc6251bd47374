import {
  createTenantSchema,
  dropTenantSchema,
  isUnknownToDatabase,
  migrationsLacking,
  statement,
  wordList,
  type CellSql,
  type Database,
} from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import { goingStates } from '@rapport/kinds';

export interface CellRecovery {
  readonly cell: string;
  /** The tables whose records a plan counts. */
  readonly counted: readonly string[];
  readonly say: (line: string) => void;
}

/** The numbers of the tenants that a recovery met. */
export interface RecoveredCell {
  readonly epoch: number;
  readonly recovered: readonly number[];
  /** Control calls them deleted. */
  readonly erased: readonly number[];
  /** Control knows them, and the cell did not: they begin without a record. */
  readonly begun: readonly number[];
  /** Control does not know them. They stay as they are. */
  readonly unknown: readonly number[];
}

/**
 * Makes a cell that was brought back to an earlier moment one from which no client misses a change: what it gives from
 * now on is above all that it gave and forgot, and each client lists in full once. It may be ended at any statement and
 * done again. While the cell is behind control, its tenants are refused until the last statement.
 */
export async function recoverCell(
  context: CallContext,
  database: Database,
  { cell: name, counted, say }: CellRecovery,
): Promise<RecoveredCell> {
  if (!database.cellNames.includes(name)) {
    throw new AppError('not_found', `There is no cell ${name}; there are ${database.cellNames.join(', ')}.`);
  }
  const { control } = database;
  const cell = database.cell(name);
  await requireMigrated(context, cell);
  const rows = await cell.query<{ number: number; hasSchema: boolean }>(context, findNumbers);
  const found = new Map(rows.map(({ number, hasSchema }) => [number, hasSchema]));
  const tenants = await control.query<TenantOfCell>(context, findTenants.with({ cell: name }));
  const known = new Set(tenants.map(({ number }) => number));
  const erased = tenants.filter(({ number, isDeleted }) => isDeleted && found.has(number));
  const living = tenants.filter(({ isGoing }) => !isGoing);
  const begun = living.filter(({ number }) => found.get(number) !== true);
  if (living.length > 0 && begun.length === living.length) {
    const sentence = `${name} has none of its ${living.length} tenants, so it is empty or another one. Nothing was changed.`;
    throw new AppError('service_unavailable', sentence);
  }
  const epoch = await beginEpoch(context, database, name);
  for (const { number } of erased) {
    await dropTenantSchema(context, cell, number);
    await cell.query(context, eraseRows.with({ number }));
    say(`${name}: tenant ${number} is deleted, and was erased again`);
  }
  for (const { number } of begun) {
    await createTenantSchema(context, cell, number);
    say(`${name}: tenant ${number} is younger than the cell, and begins without a record`);
  }
  for (const [index, { id, number, countedTo }] of living.entries()) {
    const recovered = recoverTenant.with({ number, countedTo, tables: counted });
    const [row] = await cell.query<{ clock: number; records: number }>(context, recovered);
    await control.query(context, noteCount.with({ id, clock: row?.clock ?? 0, records: row?.records ?? 0 }));
    if ((index + 1) % saidEvery === 0) {
      say(`${name}: ${index + 1} of ${living.length} tenants`);
    }
  }
  await control.query(context, renewViews.with({ cell: name }));
  await openCell(context, database, name, epoch);
  const numbers = (some: readonly TenantOfCell[]) => some.map(({ number }) => number);
  const unknown = [...found.keys()].filter((number) => !known.has(number));
  return { epoch, recovered: numbers(living), erased: numbers(erased), begun: numbers(begun), unknown };
}

/** A cell that is older than this program lacks what a recovery calls. */
async function requireMigrated(context: CallContext, cell: CellSql): Promise<void> {
  const { pendingMigrations } = await migrationsLacking(context, cell).catch(ofEmptyCell);
  if (pendingMigrations > 0) {
    throw new AppError('service_unavailable', 'The cell is older than this program; run `rapport migrate up` first.');
  }
}

/** An empty database lacks even the list of the migrations that it has. */
function ofEmptyCell(error: unknown): { readonly pendingMigrations: number } {
  if (isUnknownToDatabase(error)) {
    return { pendingMigrations: Infinity };
  }
  throw error;
}

/** Draws the epoch where it is not lost with the cell: one that is brought back twice would draw it a second time. */
async function beginEpoch(context: CallContext, database: Database, name: string): Promise<number> {
  const cell = database.cell(name);
  const [former] = await cell.query<{ number: number }>(context, findEpoch);
  const drawing = drawEpoch.with({ cell: name, former: former?.number ?? 0 });
  const [drawn] = await database.control.query<{ epoch: number }>(context, drawing);
  if (!drawn) {
    throw new AppError('not_found', `Control does not know a cell ${name}.`);
  }
  await cell.query(context, setEpoch.with(drawn));
  return drawn.epoch;
}

/** A cell in another epoch is not the one that was recovered. */
async function openCell(context: CallContext, database: Database, name: string, epoch: number): Promise<void> {
  const [counted] = await database.control.query<{ turn: number }>(context, findTurn.with({ cell: name }));
  const opening = setTurn.with({ epoch, turn: counted?.turn ?? 0 });
  if ((await database.cell(name).query(context, opening)).length === 0) {
    const sentence = `${name} was brought back, or recovered, by another one meanwhile; run this again.`;
    throw new AppError('service_unavailable', sentence);
  }
}

interface TenantOfCell {
  readonly id: string;
  readonly number: number;
  readonly countedTo: number;
  readonly isGoing: boolean;
  readonly isDeleted: boolean;
}

const saidEvery = 100;

const findNumbers = statement(
  'recovery_numbers',
  `select distinct number, exists (select from cell.tenant_schema where tenant = number) as "hasSchema"
from cell.tenants_with_rows() as number`,
);

const findTenants = statement(
  'recovery_tenants',
  `select tenant.id, tenant.number, coalesce(counted_to, 0) as "countedTo",
  tenant.state in (${wordList(goingStates)}) as "isGoing", tenant.state = 'deleted' as "isDeleted"
from control.tenant left join control.record_count on record_count.tenant_id = tenant.id
where tenant.cell = :cell order by tenant.number`,
);

const eraseRows = statement('recovery_erase_rows', 'call cell.erase_rows(:number)');

const recoverTenant = statement(
  'recovery_tenant',
  'select clock, records from cell.recover_tenant(:number, :countedTo, :tables::text[])',
);

const noteCount = statement(
  'recovery_note_count',
  `insert into control.record_count (tenant_id, counted_to, records) values (:id, :clock, :records)
on conflict (tenant_id) do update set counted_to = excluded.counted_to, records = excluded.records`,
);

const findEpoch = statement('recovery_find_epoch', 'select number from cell.epoch');

const drawEpoch = statement(
  'recovery_draw_epoch',
  'update control.cell set epoch = greatest(epoch, :former) + 1 where name = :cell returning epoch',
);

const setEpoch = statement('recovery_set_epoch', 'update cell.epoch set number = :epoch');

const renewViews = statement('recovery_renew_views', 'call control.renew_views(:cell)');

const findTurn = statement('recovery_find_turn', 'select turn from control.cell where name = :cell');

const setTurn = statement(
  'recovery_set_turn',
  'update cell.epoch set turn = greatest(turn, :turn) where number = :epoch returning number',
);
