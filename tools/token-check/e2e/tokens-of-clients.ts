import { Processes, Tenant } from '@rapport/testbed';
import { newBearer, newEndings } from '../src/endings.ts';
import { playEndings } from '../src/play-endings.ts';
import type { Around } from '../src/together.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);

/** Tokens of clients on three replicas end in every way. A client that was not ended notices nothing. */
export async function endTokensOfClients(around: Around): Promise<void> {
  const tenant = await Tenant.make(platform.operator);
  const replicas = (await processes.of('public-api')).map(({ url }) => url);
  const endings = await newEndings(platform, tenant);
  const { token: bystander } = await newBearer(platform, tenant);
  await playEndings(processes, { api: { replicas, path: '/api/v1/customers?pageSize=1' }, endings, bystander }, around);
}
