import { applicationDocument } from '@rapport/application-contract';
import { errorCodes } from '@rapport/kernel';
import { grantableScopes } from '@rapport/kinds';
import { issueToken, newSession, Processes, TemporaryPlatform, Tenant, type OpenApi } from '@rapport/testbed';
import { checkHostile, type HostileCaller, type HostileOptions, type HostileReport } from './check-hostile.ts';

type Target = Pick<HostileOptions, 'baseUrl' | 'openApi' | 'token' | 'known' | 'renew'>;

/** The documents that are tried: that of clients, and that of people. */
export const surfaces = ['public', 'application'] as const;
export type Surface = (typeof surfaces)[number];

export interface EnduredReport extends HostileReport {
  /** The delay of the event loops of the processes, at p99. */
  readonly delaysMs: readonly number[];
}

/** A platform of its own, with a client and an owner of a tenant whose limits are no hindrance. */
export class HostilePlatform {
  readonly #platform: TemporaryPlatform;
  readonly #targets: Readonly<Record<Surface, Target>>;
  readonly #pids: string;

  private constructor(platform: TemporaryPlatform, targets: Readonly<Record<Surface, Target>>, pids: string) {
    this.#platform = platform;
    this.#targets = targets;
    this.#pids = pids;
  }

  static async start(say: (line: string) => void): Promise<HostilePlatform> {
    const replicas = { 'public-api': 2, 'application-api': 2 };
    const platform = await TemporaryPlatform.start({ durable: false, replicas, say });
    const targets = { public: await clientOf(platform), application: await ownerOf(platform) };
    return new HostilePlatform(platform, targets, await pidsOf(platform));
  }

  /** Sends the requests, and reports what was wrong. */
  async endure(
    surface: Surface,
    more: Pick<HostileOptions, 'seed' | 'from' | 'count' | 'onProgress'>,
  ): Promise<EnduredReport> {
    await this.#delays(surface);
    const report = await checkHostile({ ...this.#targets[surface], ...more });
    const delaysMs = await this.#delays(surface);
    if ((await pidsOf(this.#platform)) === this.#pids) {
      return { ...report, delaysMs };
    }
    const request = { operationId: '', method: '', target: '', headers: [] };
    const finding = { index: -1, problem: 'a process was started again', request, answer: undefined };
    return { ...report, delaysMs, findings: [...report.findings, finding] };
  }

  /** The delay of the event loop of each process at p99, since it was asked before. */
  async #delays(surface: Surface): Promise<number[]> {
    const processes = await new Processes(this.#platform).of(`${surface}-api`);
    return Promise.all(
      processes.map(async ({ managementUrl }) => {
        const text = await (await fetch(`${managementUrl}/metrics`)).text();
        const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1];
        return Math.round(Number(seconds) * 1_000);
      }),
    );
  }

  stop(): Promise<void> {
    return this.#platform.stop();
  }
}

const perMinute = 10_000_000;
const limits = { requestsPerMinute: perMinute, tokenRequestsPerMinute: perMinute };

async function clientOf({ operator, baseUrl }: TemporaryPlatform): Promise<Target> {
  const tenant = await Tenant.make(operator, limits);
  const client = await tenant.client({ scopes: [...grantableScopes] });
  const answer = await fetch(`${baseUrl}/openapi.json`);
  const known = {
    client_id: [client.clientId],
    client_secret: [client.clientSecret],
    // A revoked token must not be the one that the requests carry.
    token: [await issueToken(baseUrl, client), await issueToken(baseUrl, client)],
    'documents.code': Object.keys(errorCodes),
    'users.id': [tenant.ownerId],
    basic: [`Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`],
  };
  // The check is about this document, and its members are looked at as they are read.
  const openApi = (await answer.json()) as OpenApi;
  return { baseUrl, openApi, token: await issueToken(baseUrl, client), known };
}

async function ownerOf({ operator, baseUrl }: TemporaryPlatform): Promise<Target> {
  const tenant = await Tenant.make(operator, limits);
  // The requests may disable every client of their own tenant, so the one that gets tokens is another tenant's.
  const client = await (await Tenant.make(operator, limits)).client();
  // A request may end, disable or change the owner that sends it. Wrong passwords in requests count against their address.
  const renew = async (): Promise<HostileCaller> => {
    const person = await tenant.person({ role: 'owner' });
    const { accessToken } = await newSession(baseUrl, person);
    return { token: accessToken, known: { 'user.currentPassword': [person.password] } };
  };
  // The document is what the committed file says.
  const openApi = applicationDocument() as unknown as OpenApi;
  const known = {
    clientId: [client.clientId],
    clientSecret: [client.clientSecret],
    'role.code': ['administrator'],
    roles: ['administrator', 'salesperson'],
    runAsUserId: [tenant.ownerId],
    module: ['customers'],
  };
  const owner = await renew();
  return { baseUrl, openApi, ...owner, renew, known: { ...owner.known, ...known } };
}

async function pidsOf(platform: TemporaryPlatform): Promise<string> {
  const processes = new Processes(platform);
  const names = ['edge', 'token-service', 'public-api', 'application-api'];
  const all = await Promise.all(names.map((name) => processes.of(name)));
  return all.flatMap((some) => some.map(({ pid }) => pid)).join(' ');
}
