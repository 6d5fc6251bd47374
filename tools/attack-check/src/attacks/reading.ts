import { Agent, request } from 'node:http';
import type { Attack, Spoils, Target } from '../attack.ts';
import { post } from './post.ts';

/** A caller that writes the largest records there are, and reads long pages of them. */
export const readingAttacks: readonly Attack[] = [
  { name: 'large-pages', title: 'six readers of pages of twenty of the largest records', run: readLargePages },
];

async function readLargePages(target: Target, signal: AbortSignal): Promise<Spoils> {
  const agent = new Agent({ keepAlive: true, localAddress: target.from });
  await writeLargeRecords(target, agent, signal);
  let pages = 0;
  let bytes = 0;
  const refused = new Set<string>();
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const { status, length } = await readPage(target, agent);
      if (status === 200) {
        pages += 1;
        bytes += length;
      } else if (status !== 429) {
        refused.add(`a page was answered ${status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: readers }, lane));
  agent.destroy();
  return { figures: { pages, 'MB of pages': Math.round(bytes / 1e6) }, contradictions: [...refused] };
}

const readers = 6;

/** Sixteen values of 4,000 characters are all the bytes that the custom fields of a record may have. */
async function writeLargeRecords(target: Target, agent: Agent, signal: AbortSignal): Promise<void> {
  const send = (path: string, token: 'token' | 'personToken', body: object): Promise<number> =>
    post(target, agent, { path, token, body: Buffer.from(JSON.stringify(body)) });
  const keys = Array.from({ length: 16 }, (_, number) => `large${number}`);
  for (const key of keys) {
    const field = { module: 'leads', key, label: key, fieldType: 'textArea' };
    await send('/api/v1/custom-field/create', 'personToken', field);
  }
  const customFields = keys.map((key) => ({ key, value: 'x'.repeat(4_000) }));
  const lead = { lastName: 'Large', description: '\u{1f600}'.repeat(1_000), customFields };
  for (let batch = 0; batch < 4 && !signal.aborted; batch += 1) {
    const items = Array<object>(50).fill(lead);
    const status = await send('/api/v1/leads/batch', 'token', { items });
    if (status !== 200) {
      throw new Error(`A batch was answered ${status}.`);
    }
  }
}

function readPage({ host, port, token }: Target, agent: Agent): Promise<{ status: number; length: number }> {
  return new Promise((resolve) => {
    const path = '/api/v1/leads?pageSize=20';
    const req = request({ host, port, agent, path, headers: { authorization: `Bearer ${token}` } }, (res) => {
      let length = 0;
      res.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      res.on('close', () => resolve({ status: res.statusCode ?? 0, length }));
    });
    req.on('error', () => resolve({ status: 0, length: 0 }));
    req.end();
  });
}
