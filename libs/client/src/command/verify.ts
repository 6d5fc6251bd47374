import { isDeepStrictEqual } from 'node:util';
import { RapportError } from '../rapport-error.ts';
import type { Rapport, ResourceName } from '../rapport.ts';
import type { ReadableSink } from '../sinks/readable-sink.ts';
import type { CopiedRecord } from '../sync/sink.ts';
import { sync, type SyncOptions } from '../sync/sync.ts';

/** The differences of a copy from what the client sees. */
export interface Differences {
  readonly missing: number;
  readonly stale: number;
  readonly tooMuch: number;
}

/** Reads the lists beside the copy, and looks again at what differs after one more pass, because records change meanwhile. */
export async function verify(rapport: Rapport, sink: ReadableSink, options: Verifying): Promise<Differences> {
  const { resources, signal } = options;
  for (const resource of resources) {
    if ((await sink.read(resource)) === null) {
      throw new Error(`There is no copy of ${resource} to verify; sync makes one.`);
    }
  }
  let differences: Differences = { missing: 0, stale: 0, tooMuch: 0 };
  await sync(rapport, { ...options, sink });
  for (const resource of resources) {
    const suspects = await differing(rapport, sink, resource, signal);
    if (suspects.length > 0) {
      await sync(rapport, { ...options, sink, resources: [resource] });
    }
    for (const id of suspects) {
      const kind = await difference(rapport, sink, resource, id, signal);
      differences = kind === null ? differences : { ...differences, [kind]: differences[kind] + 1 };
    }
  }
  return differences;
}

type Verifying = Pick<SyncOptions, 'onProgress'> & {
  readonly resources: readonly ResourceName[];
  readonly signal: AbortSignal;
};

async function differing(
  rapport: Rapport,
  sink: ReadableSink,
  resource: ResourceName,
  signal: AbortSignal,
): Promise<string[]> {
  const listed = new Set<string>();
  const suspects: string[] = [];
  for await (const { data } of rapport[resource].list({ signal }).pages()) {
    const held = await heldIn(
      sink,
      resource,
      data.map(({ id }) => id),
    );
    for (const record of data as readonly CopiedRecord[]) {
      listed.add(record.id);
      if (!isDeepStrictEqual(held.get(record.id), record)) {
        suspects.push(record.id);
      }
    }
  }
  for await (const id of sink.ids(resource)) {
    if (!listed.has(id)) {
      suspects.push(id);
    }
  }
  return suspects;
}

async function difference(
  rapport: Rapport,
  sink: ReadableSink,
  resource: ResourceName,
  id: string,
  signal: AbortSignal,
): Promise<keyof Differences | null> {
  const shown = await rapport[resource].get(id, { signal }).catch((error: unknown) => {
    if (error instanceof RapportError && error.code === 'not_found') {
      return undefined;
    }
    throw error;
  });
  const held = (await heldIn(sink, resource, [id])).get(id);
  if (shown === undefined) {
    return held === undefined ? null : 'tooMuch';
  }
  return held === undefined ? 'missing' : isDeepStrictEqual(held, shown) ? null : 'stale';
}

async function heldIn(
  sink: ReadableSink,
  resource: ResourceName,
  ids: readonly string[],
): Promise<Map<string, CopiedRecord>> {
  const held = await sink.records(resource, ids);
  return new Map(held.map((record) => [record.id, record]));
}
