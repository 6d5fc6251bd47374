import type { RunningPlatform } from '@rapport/testbed';
import type { Members } from '@rapport/testbed/model';
import { Person } from './person.ts';
import type { World } from './world.ts';

/** People who work in the CRM: leads that they convert, states, campaigns, and customers that change name and owner. */
export class SalesTeam {
  /** The number of answered requests, by status. */
  readonly answers = new Map<number, number>();
  converted = 0;
  readonly #people: readonly Person[];
  readonly #owners: readonly string[];
  #counted = 0;

  private constructor(people: readonly Person[], owners: readonly string[]) {
    this.#people = people;
    this.#owners = owners;
  }

  static async hire(platform: RunningPlatform, { tenant, teams, users }: World, count: number): Promise<SalesTeam> {
    const people: Person[] = [];
    while (people.length < count) {
      people.push(await Person.hire(platform, tenant.id, { name: 'seller', scope: 'all', teamId: teams[0] }, 'owner'));
    }
    return new SalesTeam(
      people,
      users.map(({ id }) => id),
    );
  }

  /** Every person works until the signal. */
  async work(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#people.map((person) => this.#keepSelling(person, signal)));
  }

  async #keepSelling(person: Person, signal: AbortSignal): Promise<void> {
    const campaign = await this.#send(person, 'campaign/create', { name: this.#name('Campaign') });
    while (!signal.aborted) {
      await this.#sell(person, campaign?.['id']);
    }
  }

  /** A lead from the first call to the opportunity that is won, and to a customer with another name and owner. */
  async #sell(person: Person, campaignId: unknown): Promise<void> {
    const name = this.#name('Lead');
    const lead = { lastName: name, companyName: `${name} Ltd`, campaignId };
    const leadId = (await this.#send(person, 'lead/create', lead))?.['id'];
    await this.#send(person, 'campaign/member/add', { campaignId, leadIds: [leadId] });
    await this.#send(person, 'activity/create', { subject: 'Call', leadId });
    await this.#send(person, `lead/status/${String(leadId)}/qualified`);
    const result = await this.#send(person, 'lead/convert', { leadId, skipDuplicateCheck: true });
    if (result === undefined) {
      return;
    }
    this.converted += 1;
    const { customerId, opportunityId } = result;
    for (const stage of stages) {
      const ownerUserId = this.#owners[this.#counted % this.#owners.length];
      const customer = { id: customerId, name: this.#name('Renamed'), ownerUserId };
      // The step comes between the new name and the copy of it, as often as the two meet.
      await Promise.all([
        this.#send(person, 'customer/update', customer, 'PUT'),
        this.#send(person, `opportunity/stage/${String(opportunityId)}/${stage}`),
      ]);
    }
    if (this.#counted % 3 === 0) {
      await this.#send(person, `opportunity/delete/${String(opportunityId)}`, undefined, 'DELETE');
    }
  }

  /** The data of the answer; undefined where it was refused. */
  async #send(
    person: Person,
    path: string,
    body?: Members,
    method = body ? 'POST' : 'GET',
  ): Promise<Members | undefined> {
    const answer = await person.send(method, path, body && { body });
    this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
    return answer.status === 200 ? answer.body : undefined;
  }

  #name(prefix: string): string {
    this.#counted += 1;
    return `${prefix} ${this.#counted}`;
  }
}

const stages = ['proposal', 'negotiation', 'closedWon'] as const;
