import { setTimeout as delay } from 'node:timers/promises';
import { createTestCell, until, type TestCell, type TestTenant } from '@rapport/change-feed/testing';
import { statement } from '@rapport/database';
import { freePort } from '@rapport/local-servers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { TimelineModel, type ModelItem } from './testing/timeline-model.ts';
import { WorkerProcess } from './testing/worker-process.ts';

let cell: TestCell;
let tenant: TestTenant;
let workers: WorkerProcess[] = [];

beforeEach(async () => {
  cell = await createTestCell(inject('postgresAdministratorUrl'));
  tenant = await cell.tenant();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  workers = [];
  await cell.drop();
});

async function startWorker(): Promise<WorkerProcess> {
  const worker = WorkerProcess.start(cell, inject('kafkaUrl'), await freePort());
  workers.push(worker);
  await until(() => worker.isReady());
  return worker;
}

const rows = (query: ReturnType<typeof statement>) => tenant.owner.query<ModelItem>(tenant.caller, query);

/** A time that a state got is another one each time. */
function withoutTimes(items: readonly ModelItem[]): ModelItem[] {
  return items.map(({ changes, ...item }) => ({
    ...item,
    changes: JSON.parse(JSON.stringify(changes).replaceAll(/"\d{4}-[^"]*Z"/g, '"a time"')) as ModelItem['changes'],
  }));
}

/** A round of writes of every kind, and what comes to a customer late, goes to another one, or changes nothing. */
async function writeRound(model: TimelineModel, round: number): Promise<void> {
  const [one, other] = [await model.customer(`Customer ${round}`), await model.customer(`Other ${round}`)];
  const gone = await model.customer(`Gone ${round}`);
  await model.changeCustomer(one, { phone: `+90 ${round}`, industry: 'Retail' });
  await model.changeCustomer(one, { phone: `+90 ${round}` });
  await model.changeCustomer(one, { name: `Renamed ${round}`, industry: null });
  await model.changeCustomer(gone, { phone: '1' });
  const contact = await model.contact('Kaya', one);
  await model.changeContact(contact, { phone: '2' });
  await model.changeContact(contact, { customerId: other, lastName: 'Öz' });
  const late = await model.contact('Demir', null);
  await model.changeContact(late, { customerId: one });
  const deal = await model.opportunity('Deal', one);
  await model.stepOpportunity(deal, ['proposal', 50]);
  await model.stepOpportunity(deal, ['proposal', 50]);
  await model.stepOpportunity(deal, ['negotiation', 80]);
  const call = await model.activity('Call', { outcome: 'Agreed', customerId: other });
  await model.stepActivity(call);
  await model.stepActivity(call);
  const note = await model.activity('Note', { activityType: 'note', description: 'ş'.repeat(300), customerId: null });
  await model.stepActivity(note);
  await model.deleteCustomer(gone);
  await model.changeActivity(note, { customerId: one, outcome: 'None' });
  await model.changeActivity(note, { customerId: other });
  const address = await model.address('Depot', one);
  await model.changeAddress(address, `Depot ${round}`);
  await model.respond(await model.campaign(`Campaign ${round}`), contact);
}

/** Kills, freezes and cuts off one worker after the other. */
async function harm(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const [victim] = workers;
    const kind = turn % 3;
    if (victim && kind === 0) {
      await victim.kill();
      workers.shift();
      await startWorker();
    } else if (victim && kind === 1) {
      victim.signal('SIGSTOP');
      await delay(1_500);
      victim.signal('SIGCONT');
      workers.push(...workers.splice(0, 1));
    } else {
      await cell.database.cell('cell').query(tenant.caller, cutOff);
      await delay(300);
    }
  }
}

test('every timeline is what the writes say, item by item, however workers are killed, frozen and cut off from PostgreSQL', async () => {
  await Promise.all([startWorker(), startWorker()]);
  const model = new TimelineModel(cell.databases.connect('rapport_application_api'), tenant.caller);
  let isHarmed = false;
  const harming = harm(9).finally(() => (isHarmed = true));
  // A failure of it is the test's, once the writes are done.
  harming.catch(() => undefined);
  for (let round = 0; !isHarmed; round += 1) {
    await writeRound(model, round);
  }
  await harming;
  await until(async () => (await tenant.outbox()).length === 0);
  const found = await rows(readItems);
  expect(withoutTimes(found.filter(({ customerId }) => !model.deleted.includes(customerId)))).toEqual(model.items());
  const ends = found.filter(({ itemType }) => itemType === 'customerDeleted').map(({ customerId }) => customerId);
  expect(ends).toEqual(model.deleted);
}, 180_000);

const readItems = statement(
  'test_timeline_items',
  `select customer_id as "customerId", item_type as "itemType", source_id as "sourceId", title, summary, changes
   from tenant.timeline order by customer_id, occurred_on, id`,
);
/** Ends the workers' sessions, in the middle of what they do. */
const cutOff = statement(
  'test_cut_off',
  `select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
);
