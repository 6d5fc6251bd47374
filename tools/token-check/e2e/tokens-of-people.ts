import { Processes, Tenant } from '@rapport/testbed';
import { newPeopleEndings, newPerson } from '../src/people-endings.ts';
import { playEndings } from '../src/play-endings.ts';
import type { Around } from '../src/together.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);

/** Tokens of people on two replicas end in every way. A person whose session was not ended notices nothing. */
export async function endTokensOfPeople(around: Around): Promise<void> {
  const tenant = await Tenant.make(platform.operator);
  const replicas = (await processes.of('application-api')).map(({ url }) => url);
  const endings = await newPeopleEndings(platform, tenant);
  const bystander = await (await newPerson(platform, tenant)).newToken();
  await playEndings(processes, { api: { replicas, path: '/api/v1/user/me' }, endings, bystander }, around);
}
