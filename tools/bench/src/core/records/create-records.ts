import { Caller, closedLoop, type LoadRequest } from '@rapport/testbed';
import type { ResourceName } from './bodies.ts';

export interface NewRecord {
  readonly token: string;
  readonly resource: ResourceName;
  readonly body: object;
}

const connections = 16;

/** Makes records through the API, several at a time, and gives their ids in the order of what was asked for. */
export async function createRecords(origin: string, records: readonly NewRecord[]): Promise<string[]> {
  const caller = new Caller({ connections });
  const requests = records.map(createRequest);
  const ids: string[] = [];
  const create = async (at: number): Promise<void> => {
    const asked = { origin, ...(requests[at] as LoadRequest) };
    ids[at] = (JSON.parse((await caller.expect(asked, 201)).text) as { id: string }).id;
  };
  await closedLoop(create, { underWay: connections, count: records.length }).ended;
  await caller.close();
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
