import { Failure } from '@rapport/command-line';
import type { SampleCallers } from './sample-callers.ts';
import { campaigns } from './sample-campaigns.ts';
import { activities, contacts, customers, leads, notes, opportunities } from './sample-records.ts';
import { groups } from './words.ts';

const stepsAtOnce = 8;

/** Sends the sample. What it sends again is an update, a replay, or there already. */
export class Filling {
  readonly #callers: SampleCallers;
  readonly #team: ReadonlyMap<string, string>;
  readonly #today: Date;
  #customers: readonly Written[] = [];
  #contacts: readonly Written[] = [];
  #leads: readonly Written[] = [];
  #opportunities: readonly Written[] = [];

  /** `team` has the ids of the users by their addresses. */
  constructor(callers: SampleCallers, team: ReadonlyMap<string, string>, today: Date) {
    this.#callers = callers;
    this.#team = team;
    this.#today = today;
  }

  async records(): Promise<void> {
    const { client, person } = this.#callers;
    const groupIds = await this.#groups();
    this.#customers = await written(customers(), client.writeCustomerBatch, (each) => ({
      ...this.#owned(each),
      customerGroupId: groupIds.get(each.group),
    }));
    this.#contacts = await written(contacts(), client.writeContactBatch, (each) => this.#ofCustomer(each));
    const ofLeads = leads();
    this.#leads = await written(ofLeads, client.writeLeadBatch, (each) => this.#owned(each));
    const deals = opportunities(this.#today);
    this.#opportunities = await written(deals, client.writeOpportunityBatch, (each) => this.#ofCustomer(each));
    await inLanes(ofLeads, async ({ step }, index) => {
      const { id } = at(this.#leads, index);
      if (step !== null) {
        done(await person.setLeadStatus({ params: { id, status: step } }));
      }
    });
    await inLanes(deals, async ({ stage, lostReason }, index) => {
      const { id } = at(this.#opportunities, index);
      done(await person.setOpportunityStage({ params: { id, stage }, query: { lostReason } }));
    });
  }

  async activities(): Promise<void> {
    const { person } = this.#callers;
    await inLanes(activities(this.#today), async ({ body, customer, opportunity }, index) => {
      const about = opportunity === undefined ? this.#about(customer) : this.#aboutDeal(opportunity);
      const headers = { 'idempotency-key': `sample-activity-${index + 1}` };
      done(await person.createActivity({ headers, body: { ...body, ...about } }));
    });
    await inLanes(notes(), async ({ body, customer }, index) => {
      const headers = { 'idempotency-key': `sample-note-${index + 1}` };
      done(await person.createActivity({ headers, body: { ...body, ...this.#about(customer) } }));
    });
  }

  async campaigns(): Promise<void> {
    const { person } = this.#callers;
    await inLanes(campaigns(this.#today), async ({ members, ...campaign }, index) => {
      const headers = { 'idempotency-key': `sample-campaign-${index + 1}` };
      const body = { ...campaign.body, ownerUserId: this.#team.get(campaign.owner) };
      const campaignId = done(await person.createCampaign({ headers, body }));
      const leadIds = members.leads.map((place) => at(this.#leads, place).id);
      done(await person.addCampaignMember({ body: { campaignId, leadIds } }));
      for (const [status, some] of Map.groupBy(members.contacts, ({ status }) => status)) {
        const contactIds = some.map(({ place }) => at(this.#contacts, place).id);
        done(await person.addCampaignMember({ body: { campaignId, contactIds, status } }));
      }
    });
  }

  /** The ids of the groups by their names. */
  async #groups(): Promise<ReadonlyMap<string, string>> {
    const { person } = this.#callers;
    const { items } = done(await person.searchCustomerGroup({ body: { pageSize: 200 } }));
    const ids = new Map(items.map(({ name, id }) => [name, id]));
    for (const { name, above } of groups.filter((group) => !ids.has(group.name))) {
      const parentId = above === null ? null : ids.get(above);
      ids.set(name, done(await person.createCustomerGroup({ body: { name, parentId } })));
    }
    return ids;
  }

  #about(customer: number) {
    const { id: customerId, ownerUserId } = at(this.#customers, customer);
    return { customerId, ownerUserId };
  }

  #aboutDeal(opportunity: number) {
    const { id: opportunityId, ownerUserId } = at(this.#opportunities, opportunity);
    return { opportunityId, ownerUserId };
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

interface ReceivedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The most records of a batch. */
const batchMax = 200;

/** Sends the records in batches, and gives what was written, in their order. */
async function written<R>(
  records: readonly R[],
  send: (request: { readonly body: { readonly items: unknown[] } }) => Promise<ReceivedAnswer>,
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

/** The data of an answer of the application API. */
function done<T>(answer: { readonly status: number; readonly body: { readonly data: T | null } | undefined }): T {
  expectDone(answer);
  const data = answer.body?.data ?? null;
  if (data === null) {
    throw new Error('an answer of the application API has no data');
  }
  return data;
}

function expectDone({ status, body }: ReceivedAnswer): void {
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
