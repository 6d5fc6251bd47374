import { join } from 'node:path';
import { Failure } from '@rapport/command-line';
import { bodyOf, operatorClient, type Operator } from '@rapport/rapport';
import { operatorAccess } from '../platform/operator-access.ts';
import type { Demo } from '../platform/demo.ts';
import { readWhole, writeWhole } from '../state-file.ts';
import { sampleCallers, type SampleCallers } from './sample-callers.ts';
import { activities, contacts, counts, customers, leads, opportunities } from './sample-records.ts';
import { salesTeam } from './sales-team.ts';

interface FilledPlatform {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly demo: Demo;
}

/**
 * Fills the demo tenant through the APIs, once: a fill that was ended in the middle goes on where it was, because records have
 * external ids and activities have idempotency keys. What people change later stays.
 */
export async function fillSample(
  { baseUrl, dataDir, demo }: FilledPlatform,
  say: (line: string) => void,
): Promise<void> {
  const mark = join(dataDir, 'sample.json');
  if ((await readWhole(mark)) !== undefined) {
    say('The demo tenant has its sample already.');
    return;
  }
  const today = new Date();
  const operator = operatorClient(await operatorAccess(dataDir));
  const team = await ensureTeam(operator, demo.tenantId);
  const filling = new Filling(await sampleCallers(baseUrl, demo), team);
  await filling.records(today);
  say('          the customers, contacts, leads and opportunities of the sample are there');
  await filling.activities(today);
  await writeWhole(mark, JSON.stringify({ madeOnUtc: today.toISOString(), ...counts }), 0o644);
  const { customers: count, opportunities: deals } = counts;
  say(
    `          the demo tenant has ${count} customers, ${deals} opportunities and a sales team of ${salesTeam.length}`,
  );
}

/** The ids of the team's users by their addresses. */
async function ensureTeam(operator: Operator, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const params = { tenantId };
  const { users } = bodyOf(await operator.listUsers({ params }));
  const ids = new Map(users.map(({ email, userId }) => [email, userId]));
  for (const { name, email, role } of salesTeam) {
    if (!ids.has(email)) {
      const dataScope = role === 'manager' ? 'all' : 'own';
      const { userId } = bodyOf(await operator.createUser({ params, body: { name, email, role, dataScope } }));
      ids.set(email, userId);
    }
  }
  return ids;
}

const stepsAtOnce = 8;

class Filling {
  readonly #callers: SampleCallers;
  readonly #team: ReadonlyMap<string, string>;
  #customers: readonly Written[] = [];
  #opportunities: readonly Written[] = [];

  constructor(callers: SampleCallers, team: ReadonlyMap<string, string>) {
    this.#callers = callers;
    this.#team = team;
  }

  async records(today: Date): Promise<void> {
    const { client, person } = this.#callers;
    this.#customers = await written(customers(), client.writeCustomerBatch, (each) => this.#owned(each));
    await written(contacts(), client.writeContactBatch, (each) => this.#ofCustomer(each));
    const ofLeads = leads();
    const theLeads = await written(ofLeads, client.writeLeadBatch, (each) => this.#owned(each));
    const deals = opportunities(today);
    this.#opportunities = await written(deals, client.writeOpportunityBatch, (each) => this.#ofCustomer(each));
    await inLanes(ofLeads, async ({ step }, index) => {
      const { id } = at(theLeads, index);
      if (step !== null) {
        expectDone(await person.setLeadStatus({ params: { id, status: step } }));
      }
    });
    await inLanes(deals, async ({ stage, lostReason }, index) => {
      const { id } = at(this.#opportunities, index);
      expectDone(await person.setOpportunityStage({ params: { id, stage }, query: { lostReason } }));
    });
  }

  async activities(today: Date): Promise<void> {
    await inLanes(activities(today), async ({ body, customer, opportunity }, index) => {
      const about =
        opportunity === undefined
          ? { customerId: at(this.#customers, customer).id, ownerUserId: at(this.#customers, customer).ownerUserId }
          : {
              opportunityId: at(this.#opportunities, opportunity).id,
              ownerUserId: at(this.#opportunities, opportunity).ownerUserId,
            };
      const headers = { 'idempotency-key': `sample-activity-${index + 1}` };
      expectDone(await this.#callers.person.createActivity({ headers, body: { ...body, ...about } }));
    });
  }

  #owned({ owner, body }: { readonly owner: string; readonly body: object }): object {
    return { ...body, ownerUserId: this.#team.get(owner) };
  }

  #ofCustomer(each: { readonly owner: string; readonly customer: number; readonly body: object }): object {
    return { ...this.#owned(each), customerId: at(this.#customers, each.customer).id };
  }
}

interface Written {
  readonly id: string;
  readonly ownerUserId: string;
}

interface BatchAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The most records of a batch. */
const batchMax = 200;

/** Sends the records in batches, and gives what was written, in their order. */
async function written<R>(
  records: readonly R[],
  send: (request: { readonly body: { readonly items: unknown[] } }) => Promise<BatchAnswer>,
  bodyOfItem: (record: R) => object,
): Promise<Written[]> {
  const all: Written[] = [];
  for (let from = 0; from < records.length; from += batchMax) {
    const answer = await send({ body: { items: records.slice(from, from + batchMax).map(bodyOfItem) } });
    expectDone(answer);
    const { results } = answer.body as { readonly results: readonly { data?: Written; error?: object }[] };
    for (const { data, error } of results) {
      if (data === undefined) {
        throw new Failure(`A record of the sample was refused: ${JSON.stringify(error)}`);
      }
      all.push(data);
    }
  }
  return all;
}

/** Does the work for each, some at a time. */
async function inLanes<T>(all: readonly T[], work: (each: T, index: number) => Promise<void>): Promise<void> {
  const waiting = all.entries();
  const lane = async (): Promise<void> => {
    for (const [index, each] of waiting) {
      await work(each, index);
    }
  };
  await Promise.all(Array.from({ length: stepsAtOnce }, lane));
}

function expectDone({ status, body }: BatchAnswer): void {
  if (status >= 300) {
    throw new Failure(`The sample came to nothing: an API answered ${status}, ${JSON.stringify(body).slice(0, 400)}`);
  }
}

function at<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) {
    throw new Error(`the sample has no ${index}`);
  }
  return found;
}
