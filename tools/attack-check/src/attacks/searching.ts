import { Agent } from 'node:http';
import type { Attack, Spoils, Target } from '../attack.ts';
import { post } from './post.ts';

/** Searches of what is in control, which all tenants share. */
export const searchingAttacks: readonly Attack[] = [
  {
    name: 'user-searches',
    title: 'one person searches the 5,000 users of a tenant, thirty at a time, each time by twenty filters',
    run: searchUsers,
  },
];

async function searchUsers(target: Target, signal: AbortSignal): Promise<Spoils> {
  const agent = new Agent({ keepAlive: true, localAddress: target.from, maxSockets: lanes });
  const filters = Array.from({ length: 20 }, () => ({ field: 'name', operator: 'contains', value: 'son' }));
  const body = Buffer.from(JSON.stringify({ filters }));
  const statuses = new Map<number, number>();
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const status = await post(target, agent, { path: '/api/v1/user/search', token: 'personToken', body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  agent.destroy();
  const figures = Object.fromEntries([...statuses].map(([status, count]) => [`answers ${status}`, count]));
  return { figures, contradictions: [] };
}

const lanes = 30;
