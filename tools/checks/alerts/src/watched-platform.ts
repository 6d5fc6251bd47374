import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrometheus, systemProgram, systemPrometheus } from '@rapport/local-servers';
import { listeningPort } from '@rapport/local-servers/listening-port';
import {
  issueToken,
  Processes,
  TemporaryPlatform,
  Tenant,
  tokenRequest,
  Traffic,
  until,
  type AskedRequest,
  type Say,
} from '@rapport/testbed';
import { Rules } from './rules.ts';

/** A platform under some requests, with a tenant in each of two cells, that a Prometheus reads. Its mail server refuses. */
export interface WatchedPlatform {
  readonly platform: TemporaryPlatform;
  readonly processes: Processes;
  /** The one of the first cell. */
  readonly tenant: Tenant;
  readonly rules: Rules;
  stop(): Promise<void>;
}

export async function startWatched(say: Say): Promise<WatchedPlatform> {
  // A platform without a Prometheus would be started for nothing.
  await systemProgram(systemPrometheus('prometheus'), say);
  const mailUrl = `smtp://127.0.0.1:${await refusingMailServer()}?tls=off`;
  const platform = await TemporaryPlatform.start({ cells: 2, mailUrl, durable: false, say });
  const tenant = await Tenant.make(platform.operator, { cell: 'cell-1' });
  const other = await Tenant.make(platform.operator, { cell: 'cell-2' });
  const traffic = await requestsOf(platform.baseUrl, [tenant, other]);
  // The first changes wait for the worker to begin, which says nothing of those at rest.
  await untilFed(platform, tenant);
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-prometheus-'));
  const prometheus = await startPrometheus({ dataDir, targets: await targetsOf(platform) });
  const stop = async (): Promise<void> => {
    await traffic.stop();
    await prometheus.stop();
    await rm(dataDir, { recursive: true });
    await platform.stop();
  };
  return { platform, processes: new Processes(platform), tenant, rules: await Rules.read(prometheus.url), stop };
}

function untilFed(platform: TemporaryPlatform, { schema }: Tenant): Promise<void> {
  const isFed = async (): Promise<boolean> =>
    (await platform.query(`select from ${schema}.change_feed limit 1`)).length > 0;
  return until(isFed, 60_000, () => 'no change reached the feed');
}

async function targetsOf(platform: TemporaryPlatform): Promise<Record<string, string>> {
  const { services } = await platform.status();
  return Object.fromEntries(
    services.map(({ name, instance, managementUrl }) => [`${name}-${instance}`, managementUrl]),
  );
}

/** A dozen a second in all: tokens, lists and writes of each tenant. */
async function requestsOf(origin: string, tenants: readonly Tenant[]): Promise<Traffic> {
  const asked: AskedRequest[] = [];
  for (const tenant of tenants) {
    const client = await tenant.client();
    const authorization = `Bearer ${await issueToken(origin, client)}`;
    const customers = { origin, path: '/api/v1/customers', headers: { authorization } };
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'A customer', description: 'x'.repeat(500) });
    asked.push({ origin, ...tokenRequest(client) }, { ...customers, method: 'GET' });
    asked.push({ ...customers, method: 'POST', headers, body });
  }
  return Traffic.steady(12, (number) => asked[number % asked.length] as AskedRequest, { answerMs: 15_000 });
}

/** The port of a server that does not keep this process alive. */
function refusingMailServer(): Promise<number> {
  const refuse = createServer((socket) => socket.on('error', () => undefined).end('554 no mails today\r\n'));
  return listeningPort(refuse.unref());
}
