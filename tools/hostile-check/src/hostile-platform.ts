import { issueToken, Processes, TemporaryPlatform, Tenant, type OpenApi } from '@rapport/testbed';
import { checkHostile, type HostileOptions, type HostileReport } from './check-hostile.ts';

type Target = Pick<HostileOptions, 'baseUrl' | 'openApi' | 'token' | 'known'>;

/** A platform of its own, and a client of a tenant whose limits are no hindrance. */
export class HostilePlatform {
  readonly #platform: TemporaryPlatform;
  readonly #options: Target;
  readonly #pids: string;

  private constructor(platform: TemporaryPlatform, options: Target, pids: string) {
    this.#platform = platform;
    this.#options = options;
    this.#pids = pids;
  }

  static async start(say: (line: string) => void): Promise<HostilePlatform> {
    const platform = await TemporaryPlatform.start({ durable: false, replicas: { 'public-api': 2 }, say });
    const { baseUrl } = platform;
    const limits = { requestsPerMinute: perMinute, tokenRequestsPerMinute: perMinute };
    const client = await (await Tenant.make(platform.operator, limits)).client();
    const answer = await fetch(`${baseUrl}/openapi.json`);
    const known = {
      client_id: [client.clientId],
      client_secret: [client.clientSecret],
      // A revoked token must not be the one that the requests carry.
      token: [await issueToken(baseUrl, client), await issueToken(baseUrl, client)],
      basic: [`Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`],
    };
    // The check is about this document, and its members are looked at as they are read.
    const openApi = (await answer.json()) as OpenApi;
    const options = { baseUrl, openApi, token: await issueToken(baseUrl, client), known };
    return new HostilePlatform(platform, options, await pidsOf(platform));
  }

  /** Sends the requests, and reports what was wrong. */
  async endure(more: Pick<HostileOptions, 'seed' | 'from' | 'count' | 'onProgress'>): Promise<HostileReport> {
    const report = await checkHostile({ ...this.#options, ...more });
    if ((await pidsOf(this.#platform)) === this.#pids) {
      return report;
    }
    const request = { operationId: '', method: '', target: '', headers: [] };
    const finding = { index: -1, problem: 'a process was started again', request, answer: undefined };
    return { ...report, findings: [...report.findings, finding] };
  }

  stop(): Promise<void> {
    return this.#platform.stop();
  }
}

const perMinute = 10_000_000;

async function pidsOf(platform: TemporaryPlatform): Promise<string> {
  const processes = new Processes(platform);
  const names = ['edge', 'token-service', 'public-api'];
  const all = await Promise.all(names.map((name) => processes.of(name)));
  return all.flatMap((some) => some.map(({ pid }) => pid)).join(' ');
}
