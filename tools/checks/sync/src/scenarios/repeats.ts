import { hasConnection, type NamedProcess } from '@rapport/testbed';
import type { Answer } from '../actors/ask.ts';
import { Person } from '../actors/person.ts';
import { HeldCommits } from '../nemesis/held-commits.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';

/** A record that a GET changes. */
interface ChangeByGet {
  readonly name: string;
  readonly table: string;
  readonly create: (person: Person) => Promise<Answer>;
  readonly path: (id: string) => string;
  /** The act of a colleague before the caller hears of the change. */
  readonly meanwhile: (colleague: Person, id: string) => Promise<Answer>;
  /** The state in the end where the change was done once; the query gives it. */
  readonly end: string;
  readonly query: (schema: string) => string;
}

const changes: readonly ChangeByGet[] = [
  {
    name: 'stage',
    table: 'opportunity',
    create: async (person) => {
      const { body } = await person.send('POST', 'customer/create', { body: { name: 'A customer' } });
      return person.send('POST', 'opportunity/create', { body: { name: 'A deal', customerId: body['id'] } });
    },
    path: (id) => `opportunity/stage/${id}/closedWon`,
    meanwhile: (colleague, id) => colleague.send('GET', `opportunity/stage/${id}/negotiation`),
    end: 'negotiation 3',
    query: (schema) => `select concat_ws(' ', stage, version) as found from ${schema}.opportunity where id = $1`,
  },
  {
    name: 'status',
    table: 'lead',
    create: createLead,
    path: (id) => `lead/status/${id}/qualified`,
    meanwhile: (colleague, id) => colleague.send('GET', `lead/status/${id}/contacted`),
    end: 'contacted 3',
    query: (schema) => `select concat_ws(' ', status, version) as found from ${schema}.lead where id = $1`,
  },
  {
    name: 'conversion',
    table: 'lead',
    create: createLead,
    path: (id) => `lead/convert/${id}`,
    meanwhile: async (colleague, id) => {
      const { body } = await colleague.send('GET', `lead/get/${id}`);
      return colleague.send('PUT', 'customer/update', { body: { id: body['convertedCustomerId'], name: 'Renamed' } });
    },
    end: 'converted 2 Renamed 2',
    query: (schema) =>
      `select concat_ws(' ', lead.status, lead.version, customer.name, customer.version) as found
         from ${schema}.lead, ${schema}.customer where lead.id = $1`,
  },
];

/** A caller does not learn whether a change was done whose process dies. The edge repeats none, whatever its method is. */
export const repeatScenarios: readonly Scenario[] = changes.map((change) => ({
  name: `dies-behind-a-${change.name}`,
  title: `a ${change.name} by GET whose process dies behind the commit is done once, and what a colleague did then stays`,
  set: 'short',
  run: (stage) => diesBehindCommit(stage, change),
}));

async function diesBehindCommit(stage: Stage, change: ChangeByGet): Promise<void> {
  const tenant = await stage.tenant();
  const plan = { name: 'seller', scope: 'all', teamId: await tenant.team() } as const;
  const person = await Person.hire(stage.platform, tenant.id, plan, 'owner');
  const id = String((await change.create(person)).body['id']);
  const held = await HeldCommits.of(stage.platform, tenant, change.table);
  try {
    const answer = person.send('GET', change.path(id)).catch(() => undefined);
    const [dying, other] = await processesAt(stage, await held.portOfOne());
    await stage.processes.freeze([dying]);
    await held.letGo();
    await held.untilChanged(id);
    const { status } = await change.meanwhile(person.at(other.url), id);
    stage.expect(status === 200, `the colleague was answered ${status}`);
    await stage.processes.kill([dying]);
    stage.fault(`killed application-api ${dying.pid}`);
    const outcome = (await answer)?.status ?? 'nothing';
    stage.expect(outcome === 503 || outcome === 'nothing', `the caller was answered ${outcome}`);
    const { rows } = await held.sql.query<{ found: string }>(change.query(tenant.schema), [id]);
    const found = rows.map((row) => row.found).join(', ');
    stage.expect(found === change.end, `in the end there is ${found} instead of ${change.end}`);
    stage.counts.writes += 3;
  } finally {
    await held.sql.end();
  }
}

function createLead(person: Person): Promise<Answer> {
  return person.send('POST', 'lead/create', { body: { lastName: 'A lead', companyName: 'A company' } });
}

/** The process with the connection, and another one. */
async function processesAt({ processes }: Stage, port: number): Promise<[NamedProcess, NamedProcess]> {
  const all = await processes.of('application-api');
  const owner = all.find(({ pid }) => pid !== null && hasConnection(pid, port));
  const other = all.find((process) => process !== owner);
  if (owner === undefined || other === undefined) {
    throw new Error(`one of ${all.length} processes must have the connection, and another one must be there`);
  }
  return [owner, other];
}
