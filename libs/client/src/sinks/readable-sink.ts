import type { ResourceName } from '../rapport.ts';
import type { CopiedRecord, Sink } from '../sync/sink.ts';

/** A copy that can be read, so that it can be held against the platform. */
export interface ReadableSink extends Sink {
  /** Those of the records that are there. */
  records(resource: ResourceName, ids: readonly string[]): Promise<CopiedRecord[]>;
  ids(resource: ResourceName): AsyncIterable<string>;
  close(): Promise<void>;
}
