import { operator, Stage } from '@rapport/container/testing';
import { statement, type Sent } from '@rapport/database';
import { mortalDatabase, Mortality } from '@rapport/database/testing';
import { newId, serviceUnavailable } from '@rapport/kernel';
import { Background, Telemetry } from '@rapport/telemetry';
import { RecordCounting } from '@rapport/usage';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compose } from './testing/compose.ts';
import { StaffedTenant } from './testing/staffed-tenant.ts';

const stage = await Stage.ofFile(compose);

test('a round ends when its databases go away, and what it had not reached is counted once they are back', async () => {
  for (let made = 0; made < 5; made += 1) {
    const { ref } = await StaffedTenant.create(stage.running);
    await stage.asOwner.tenant(ref).query(operator, writeCustomer.with({ id: newId(), tenantNumber: ref.number }));
  }
  const away = new Away();
  const counting = stage.processes.start(mortalDatabase(stage.service, away)).get(RecordCounting);
  const background = new Background(stage.running.get(Telemetry));
  onTestFinished(() => background.stop());
  counting.start(background);
  await vi.waitFor(() => expect(away.refused).toContain('record_count_take_turn'), untilNextRound);
  expect(away.refused.filter((name) => name === 'together')).toHaveLength(1);

  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + longerThanTransactionsMs);
  onTestFinished(() => later.mockRestore());
  away.isAway = false;
  await stage.asOwner.control.query(operator, letCount);
  await vi.waitFor(async () => {
    expect(await stage.asOwner.control.query(operator, findCounts)).toEqual(Array(5).fill({ records: 1 }));
  }, untilNextRound);
});

test('a cell that was brought back to an earlier turn counts no further, and one that is a turn late goes on', async () => {
  const background = new Background(stage.running.get(Telemetry));
  onTestFinished(() => background.stop());
  await stage.asOwner.control.query(operator, setTurn.with({ turn: 20 }));
  await stage.asOwner.cell('cell').query(operator, setTurnOfCell.with({ turn: 17 }));
  stage.running.get(RecordCounting).start(background);
  const turns = async () => {
    const control = await stage.asOwner.control.query<{ turn: number }>(operator, findTurn);
    const cell = await stage.asOwner.cell('cell').query<{ turn: number }>(operator, findTurnOfCell);
    return [...control, ...cell].map(({ turn }) => turn);
  };
  const isCounted = async () => expect(await stage.asOwner.control.query(operator, findCounted)).toHaveLength(1);
  await stage.asOwner.control.query(operator, letCount);
  await vi.waitFor(isCounted, untilNextRound);
  expect(await turns()).toEqual([20, 17]);
  await stage.asOwner.cell('cell').query(operator, setTurnOfCell.with({ turn: 19 }));
  await stage.asOwner.control.query(operator, letCount);
  await vi.waitFor(async () => expect(await turns()).toEqual([21, 21]), untilNextRound);
});

/** Databases that go away when the changes of tenants are read for the first time, until they are said to be back. */
class Away extends Mortality {
  isAway: boolean | undefined;
  readonly refused: string[] = [];

  constructor() {
    super(Infinity);
  }

  override step(sent?: unknown): void {
    const isOfManyTenants = Array.isArray(sent);
    this.isAway ??= isOfManyTenants || undefined;
    if (this.isAway) {
      this.refused.push(isOfManyTenants ? 'together' : ((sent as Partial<Sent> | undefined)?.statement?.name ?? ''));
      throw serviceUnavailable('The databases are away.');
    }
  }
}

/** The number of a resource that counts. */
const longerThanTransactionsMs = 61_000;
const untilNextRound = { timeout: 15_000, interval: 50 };

const writeCustomer = statement(
  't_write_customer',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
values (:id, :tenantNumber, 1, :id, 'created', 1, cell.stamp(:tenantNumber, 'tenant.clock'))`,
);
const letCount = statement('t_let_count', `update control.cell set counted_on = '-infinity'`);
const findCounts = statement('t_counts', `select records from control.record_count`);
const setTurn = statement('t_set_turn', `update control.cell set turn = :turn`);
const setTurnOfCell = statement('t_set_turn_of_cell', `update cell.epoch set turn = :turn`);
const findTurn = statement('t_find_turn', `select turn from control.cell`);
const findTurnOfCell = statement('t_find_turn_of_cell', `select turn from cell.epoch`);
const findCounted = statement('t_find_counted', `select from control.cell where counted_on > '-infinity'`);
