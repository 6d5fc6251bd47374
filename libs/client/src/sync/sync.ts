import { refuseUnknown } from '../options.ts';
import { invalidOption, RapportError } from '../rapport-error.ts';
import { resourceNames, type Rapport, type ResourceName } from '../rapport.ts';
import { wait } from '../requests/waiting.ts';
import { ResourceCopy, type CopyProgress } from './resource-copy.ts';
import type { Sink } from './sink.ts';

/** A pass that failed by what may pass, and is tried again. */
export interface FailedPass {
  readonly resource: ResourceName;
  readonly error: RapportError;
  readonly waitMs: number;
}

export interface SyncOptions {
  readonly sink: Sink;
  readonly resources?: readonly ResourceName[] | undefined;
  /** The pause between passes. Without one the copy is brought up to date once. */
  readonly everyMs?: number | undefined;
  /** Ends it behind a page. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CopyProgress | FailedPass) => void) | undefined;
}

/** Keeps a copy of what the client sees. It goes on from what the sink holds, and misses no change. */
export async function sync(rapport: Rapport, options: SyncOptions): Promise<void> {
  const { resources, everyMs, signal, onProgress } = checked(options);
  const copies = resources.map((resource) => ({
    resource,
    copy: new ResourceCopy(rapport, options.sink, resource, signal, onProgress),
  }));
  try {
    for (;;) {
      for (const { resource, copy } of copies) {
        await passing(resource, copy, signal, onProgress);
      }
      if (everyMs === undefined) {
        return;
      }
      await wait(everyMs, signal);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

async function passing(
  resource: ResourceName,
  copy: ResourceCopy,
  signal: AbortSignal,
  onProgress: (failed: FailedPass) => void,
): Promise<void> {
  for (;;) {
    try {
      return await copy.pass();
    } catch (error) {
      const waitMs = error instanceof RapportError && !signal.aborted ? pauseOf(error) : null;
      if (waitMs === null) {
        throw error;
      }
      onProgress({ resource, error: error as RapportError, waitMs });
      await wait(waitMs, signal);
    }
  }
}

/** The time until a pass is tried again; null where a person has to do something first. */
function pauseOf({ code, status }: RapportError): number | null {
  if (code === 'subscription_required') {
    return closedMs;
  }
  const isOfAnother = code === 'unknown_answer' && (status ?? 0) < 300;
  const mayPass = code === 'no_answer' || isOfAnother || status === 429 || (status ?? 0) >= 500;
  return mayPass ? pauseMs : null;
}

function checked(options: SyncOptions) {
  refuseUnknown(options, ['sink', 'resources', 'everyMs', 'signal', 'onProgress']);
  const { sink, resources = resourceNames, everyMs } = options;
  const methods = sink as Partial<Sink> | undefined;
  if ([methods?.read, methods?.apply, methods?.sweep].some((method) => typeof method !== 'function')) {
    throw invalidOption('sink', 'must have the methods read, apply and sweep.');
  }
  const unknown = resources.find((resource) => !resourceNames.includes(resource));
  if (unknown !== undefined || resources.length === 0) {
    throw invalidOption(
      'resources',
      `must name some of ${resourceNames.join(', ')}${unknown ? `, not ${unknown}` : ''}.`,
    );
  }
  if (everyMs !== undefined && !(everyMs >= 0)) {
    throw invalidOption('everyMs', 'must be a number of milliseconds.');
  }
  return {
    resources,
    everyMs,
    signal: options.signal ?? new AbortController().signal,
    onProgress: options.onProgress ?? (() => undefined),
  };
}

const pauseMs = 5_000;
const closedMs = 60_000;
