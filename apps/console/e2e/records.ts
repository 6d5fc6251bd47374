import { newSession, type Person } from '@rapport/testbed';
import { baseUrl } from './console-window.ts';
import type { Company } from './people.ts';

type Body = Readonly<Record<string, unknown>>;

/** The application API, as a person asks it beside the console. */
export class OtherHand {
  readonly #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  static async of({ tenant }: Company, { email, password }: Person): Promise<OtherHand> {
    const { accessToken } = await newSession(baseUrl, { email, password, tenantId: tenant.id });
    return new OtherHand(accessToken);
  }

  async create(group: string, body: Body): Promise<string> {
    return (await this.#ask('POST', `/api/v1/${group}/create`, body)) as string;
  }

  async get(group: string, id: string): Promise<Body> {
    return (await this.#ask('GET', `/api/v1/${group}/get/${id}`)) as Body;
  }

  /** The number of a record's writes, its create among them. */
  async version(group: string, id: string): Promise<number> {
    const { headers } = await this.#send('GET', `/api/v1/${group}/get/${id}`);
    return Number(/\d+/.exec(headers.get('etag') ?? '')?.[0]);
  }

  async update(group: string, body: Body): Promise<void> {
    await this.#ask('PUT', `/api/v1/${group}/update`, body);
  }

  async search(group: string, body: Body = {}): Promise<readonly Body[]> {
    return ((await this.#ask('POST', `/api/v1/${group}/search`, body)) as { items: readonly Body[] }).items;
  }

  async #ask(method: string, path: string, body?: Body): Promise<unknown> {
    const answer = await this.#send(method, path, body);
    return ((await answer.json()) as { data: unknown }).data;
  }

  async #send(method: string, path: string, body?: Body): Promise<Response> {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) {
      throw new Error(`${method} ${path} is ${answer.status}: ${await answer.text()}`);
    }
    return answer;
  }
}

/** One record of each kind that has a page; gives their ids by their lists. */
export async function recordOfEach(hand: OtherHand): Promise<Readonly<Record<string, string>>> {
  const customers = await hand.create('customer', { name: 'Analytical Engines', tags: ['machinery'] });
  const leads = await hand.create('lead', { lastName: 'Menabrea', companyName: 'Turin Instruments' });
  const opportunities = await hand.create('opportunity', {
    name: 'Two engines',
    customerId: customers,
    amount: 90_000,
  });
  return {
    customers,
    leads,
    opportunities,
    contacts: await hand.create('contact', { lastName: 'King', firstName: 'Ada', customerId: customers }),
    activities: await hand.create('activity', {
      subject: 'Call Ada',
      dueOnUtc: '2026-01-02T09:00:00Z',
      customerId: customers,
    }),
    campaigns: await hand.create('campaign', { name: 'Spring' }),
  };
}
