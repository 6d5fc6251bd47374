import type { Members } from './resources.ts';

export interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly isReplay: boolean;
  readonly body: Members;
}

/** The parts of a request beside its method and path. */
export interface SentWith {
  readonly body?: Members;
  readonly key?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}
