import { Agent } from 'node:http';
import type { Cluster } from '../cluster/cluster.ts';
import { send } from './send.ts';

interface MadeTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: { readonly userId: string; readonly email: string; readonly password: string };
}

/** A tenant with a client of it, for requests of the test. */
export class Account {
  readonly tenant: MadeTenant;
  readonly #baseUrl: string;
  readonly #clientId: string;
  readonly #clientSecret: string;

  private constructor(
    baseUrl: string,
    tenant: MadeTenant,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ) {
    this.#baseUrl = baseUrl;
    this.tenant = tenant;
    this.#clientId = clientId;
    this.#clientSecret = clientSecret;
  }

  static async make(cluster: Cluster, baseUrl: string): Promise<Account> {
    const limits = ['--requests-per-minute', '100000', '--token-requests-per-minute', '1000'];
    const owner = ['--owner-email', 'load@example.com'];
    // The output of `admin` with --json is part of its interface.
    const tenant = (await cluster.admin('tenant', 'create', '--name', 'Load', ...owner, ...limits)) as MadeTenant;
    const whose = ['--tenant', tenant.tenantId, '--run-as', tenant.owner.userId];
    const client = (await cluster.admin('api-client', 'create', '--name', 'load', ...whose)) as {
      clientId: string;
      clientSecret: string;
    };
    return new Account(baseUrl, tenant, client);
  }

  async token(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: this.#clientId,
      client_secret: this.#clientSecret,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = `${this.#baseUrl}/connect/token`;
    const answer = await send(new Agent(), { method: 'POST', url, headers, body: body.toString() });
    if (answer.status !== 200) {
      throw new Error(`A token was asked for, and ${answer.status} came: ${answer.body}`);
    }
    return (JSON.parse(answer.body) as { access_token: string }).access_token;
  }
}
