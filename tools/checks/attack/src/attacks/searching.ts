import { closedLoop } from '@rapport/testbed';
import type { Attack, Spoils, Target } from '../attack.ts';
import { callerOf, post } from './post.ts';

/** Searches of what is in control, which all tenants share. */
export const searchingAttacks: readonly Attack[] = [
  {
    name: 'user-searches',
    title: 'one person searches the 5,000 users of a tenant, thirty at a time, each time by twenty filters',
    run: searchUsers,
  },
];

async function searchUsers(target: Target, signal: AbortSignal): Promise<Spoils> {
  const caller = callerOf(target, lanes);
  const filters = Array.from({ length: 20 }, () => ({ field: 'name', operator: 'contains', value: 'son' }));
  const body = Buffer.from(JSON.stringify({ filters }));
  const statuses = new Map<number, number>();
  const search = async (): Promise<void> => {
    const status = await post(target, caller, { path: '/api/v1/user/search', token: 'personToken', body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  await closedLoop(search, { underWay: lanes, signal }).ended;
  await caller.close();
  const figures = Object.fromEntries([...statuses].map(([status, count]) => [`answers ${status}`, count]));
  return { figures, contradictions: [] };
}

const lanes = 30;
