import { Caller, tokenRequest, type Credentials } from '@rapport/testbed';
import type { Cluster } from '../cluster/cluster.ts';

interface MadeTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: { readonly userId: string; readonly email: string; readonly password: string };
}

/** A tenant with a client of it, for requests of the test. */
export class Account {
  readonly tenant: MadeTenant;
  readonly #baseUrl: string;
  readonly #client: Credentials;

  private constructor(baseUrl: string, tenant: MadeTenant, client: Credentials) {
    this.#baseUrl = baseUrl;
    this.tenant = tenant;
    this.#client = client;
  }

  static async make(cluster: Cluster, baseUrl: string): Promise<Account> {
    const limits = ['--requests-per-minute', '100000', '--token-requests-per-minute', '1000'];
    const owner = ['--owner-email', 'load@example.com'];
    // The output of `admin` with --json is part of its interface.
    const tenant = (await cluster.admin('tenant', 'create', '--name', 'Load', ...owner, ...limits)) as MadeTenant;
    const whose = ['--tenant', tenant.tenantId, '--run-as', tenant.owner.userId];
    const client = await cluster.admin('api-client', 'create', '--name', 'load', ...whose);
    return new Account(baseUrl, tenant, client as Credentials);
  }

  async token(): Promise<string> {
    const caller = new Caller({ isKept: false, answerMs: 15_000 });
    const { text } = await caller.expect({ origin: this.#baseUrl, ...tokenRequest(this.#client) }, 200);
    return (JSON.parse(text) as { access_token: string }).access_token;
  }
}
