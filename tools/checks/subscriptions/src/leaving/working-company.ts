import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  closedLoop,
  issueToken,
  newEmail,
  newSession,
  Tenant,
  type Loop,
  type RunningPlatform,
} from '@rapport/testbed';

type Platform = Pick<RunningPlatform, 'baseUrl' | 'operator'>;

/** A company with something of each kind, whose people and clients go on writing while it takes its data along. */
export class WorkingCompany {
  readonly tenant: Tenant;
  /** By these it is let in, so none of them is in an export. */
  readonly secrets: readonly string[];
  readonly #baseUrl: string;
  readonly #access: Access;
  #customerId: unknown;

  private constructor(baseUrl: string, tenant: Tenant, access: Access, secrets: readonly string[]) {
    this.#baseUrl = baseUrl;
    this.tenant = tenant;
    this.#access = access;
    this.secrets = secrets;
  }

  static async make({ baseUrl, operator }: Platform): Promise<WorkingCompany> {
    const tenant = await Tenant.make(operator);
    const client = await tenant.client();
    const person = await tenant.person({ role: 'owner' });
    const { accessToken } = await newSession(baseUrl, { ...person, tenantId: tenant.id });
    const clientToken = await issueToken(baseUrl, client);
    const secrets = [client.clientSecret, person.password, accessToken, clientToken];
    const company = new WorkingCompany(baseUrl, tenant, { client, clientToken, ownerToken: accessToken }, secrets);
    await company.#furnish();
    return company;
  }

  /** The settings with which the programs of the guides come to it. */
  get environment(): NodeJS.ProcessEnv {
    const { client, ownerToken } = this.#access;
    const [BASE_URL, TENANT, ACCESS_TOKEN] = [this.#baseUrl, this.tenant.id, ownerToken];
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = client;
    return { ...process.env, BASE_URL, TENANT, ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET };
  }

  /** Writes records of all kinds one after the other, each with the next number behind its name, on one surface and then on the other. */
  write(name: string, onWritten: () => void): Loop {
    return closedLoop(async (number) => {
      const text = `${name}-${number}`;
      const requests = [
        () => this.#asClient('customers', { name: text, externalId: text }),
        () => this.#asClient('contacts', { lastName: text }),
        () => this.#asOwner('activity/create', { subject: text }),
        () => this.#asClient('leads', { lastName: text }),
        () => this.#asClient('opportunities', { name: text, customerId: this.#customerId }),
        () => this.#asOwner('campaign/create', { code: text, name: text }),
        () => this.#asOwner('customer/create', { name: text }),
      ];
      await requests[number % requests.length]?.();
      onWritten();
    });
  }

  /** Makes an export as the guide does, into a folder, and gives the files of both in it. */
  async takeAlong(guide: string, name: string): Promise<{ readonly copy: string; readonly files: string }> {
    const [copy, files] = [join(guide, `${name}.db`), join(guide, name)];
    const env = { ...this.environment, COPY: copy, FILES: files };
    await promisify(execFile)(process.execPath, ['export.ts'], { cwd: guide, env });
    return { copy, files };
  }

  async list(resource: string): Promise<Map<string, Record<string, unknown>>> {
    const records = new Map<string, Record<string, unknown>>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `?pageSize=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const answer = await fetch(`${this.#baseUrl}/api/v1/${resource}${query}`, {
        headers: { authorization: `Bearer ${this.#access.clientToken}` },
      });
      const page = (await answer.json()) as { data: { id: string }[]; nextCursor: string | null };
      page.data.forEach((record) => records.set(record.id, record));
      cursor = page.nextCursor;
    }
    return records;
  }

  async #furnish(): Promise<void> {
    const customerId = await this.#asOwner('customer/create', { name: 'A customer' });
    this.#customerId = customerId;
    const campaignId = await this.#asOwner('campaign/create', { code: 'one', name: 'A campaign' });
    const address = { title: 'Home', addressLine1: '1 Way', city: 'Bern', countryCode: 'CH' };
    await this.#asOwner('customer-shipping-address/create', { customerId, ...address });
    await this.#asOwner('campaign/member/add', { campaignId, customerIds: [customerId] });
    await this.#asOwner('customer/group/create', { name: 'A group' });
    await this.#asOwner('team/create', { name: 'A team' });
    await this.#asOwner('role/create', { name: 'A role', code: 'aRole' });
    const her = { email: newEmail(), name: 'Her', roles: ['readOnly'], dataScope: 'all' };
    await this.#asOwner('user/create', her);
    const field = { module: 'customers', key: 'colour', label: 'Colour', fieldType: 'text' };
    await this.#asOwner('custom-field/create', field);
    const params = { tenantId: this.tenant.id };
    await this.tenant.operator.addSender({ params, body: { address: newEmail() } });
    const form = new FormData();
    form.append('file', new Blob(['<p>{{firstName}}</p>']), 'mail.html');
    await this.#post('maktemail/create?Name=A&Subject=B', this.#access.ownerToken, form, {});
  }

  #asClient(path: string, body: object): Promise<unknown> {
    return this.#post(path, this.#access.clientToken, JSON.stringify(body));
  }

  /** The id of what was made. */
  async #asOwner(path: string, body: object): Promise<unknown> {
    const { data } = (await this.#post(path, this.#access.ownerToken, JSON.stringify(body))) as { data: unknown };
    return data;
  }

  async #post(path: string, token: string, body: string | FormData, headers: object = json): Promise<unknown> {
    const answer = await fetch(`${this.#baseUrl}/api/v1/${path}`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers }, body },
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as unknown;
  }
}

interface Access {
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly clientToken: string;
  readonly ownerToken: string;
}

const json = { 'content-type': 'application/json' };
