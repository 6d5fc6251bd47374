import { createTenantSchema, dropTenantSchema, statement, wordList, type Database } from '@rapport/database';
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
  const found = new Set((await cell.query<{ number: number }>(context, findNumbers)).map(({ number }) => number));
  const tenants = await control.query<TenantOfCell>(context, findTenants.with({ cell: name }));
  const known = new Set(tenants.map(({ number }) => number));
  const erased = tenants.filter(({ number, isDeleted }) => isDeleted && found.has(number));
  const living = tenants.filter(({ isGoing }) => !isGoing);
  const begun = living.filter(({ number }) => !found.has(number));
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
  const epoch = await openCell(context, database, name);
  const numbers = (some: readonly TenantOfCell[]) => some.map(({ number }) => number);
  const unknown = [...found].filter((number) => !known.has(number));
  return { epoch, recovered: numbers(living), erased: numbers(erased), begun: numbers(begun), unknown };
}

/** Draws the epoch where it is not lost with the cell: one that is brought back twice would draw it a second time. */
async function openCell(context: CallContext, database: Database, name: string): Promise<number> {
  const { control } = database;
  const [drawn] = await control.query<{ epoch: number; turn: number }>(context, drawEpoch.with({ cell: name }));
  if (!drawn) {
    throw new AppError('not_found', `Control does not know a cell ${name}.`);
  }
  await control.query(context, renewViews.with({ cell: name }));
  await database.cell(name).query(context, beginEpoch.with(drawn));
  return drawn.epoch;
}

interface TenantOfCell {
  readonly id: string;
  readonly number: number;
  readonly countedTo: number;
  readonly isGoing: boolean;
  readonly isDeleted: boolean;
}

const saidEvery = 100;

const findNumbers = statement('recovery_numbers', 'select distinct number from cell.tenants_with_rows() as number');

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

const drawEpoch = statement(
  'recovery_draw_epoch',
  'update control.cell set epoch = epoch + 1 where name = :cell returning epoch, turn',
);

const renewViews = statement('recovery_renew_views', 'call control.renew_views(:cell)');

const beginEpoch = statement(
  'recovery_begin_epoch',
  'update cell.epoch set number = greatest(number + 1, :epoch), turn = greatest(turn, :turn)',
);
