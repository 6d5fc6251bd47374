import { Pool } from 'undici';
import type { LoadRequest } from '../load.ts';
import type { ResourceName } from './bodies.ts';

export interface NewRecord {
  readonly token: string;
  readonly resource: ResourceName;
  readonly body: object;
}

const connections = 16;

/** Makes records through the API, several at a time, and gives their ids in the order of what was asked for. */
export async function createRecords(origin: string, records: readonly NewRecord[]): Promise<string[]> {
  const pool = new Pool(origin, { connections });
  const ids: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < records.length; at = next++) {
      const record = records[at];
      if (record) {
        ids[at] = await create(pool, record);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
  return ids;
}

export function createRequest({ token, resource, body }: NewRecord): LoadRequest {
  return {
    method: 'POST',
    path: `/api/v1/${resource}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function create(pool: Pool, record: NewRecord): Promise<string> {
  const { method, path, headers, body } = createRequest(record);
  const answer = await pool.request({ method, path, headers: headers ?? {}, body: body ?? null });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) {
    throw new Error(`One of the ${record.resource} was refused with ${answer.statusCode}: ${text}`);
  }
  return (JSON.parse(text) as { id: string }).id;
}
