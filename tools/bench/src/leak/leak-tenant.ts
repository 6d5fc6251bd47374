import type { OperatorAccess } from '@rapport/rapport';

export interface AskedRequest {
  /** Where it goes to, if not to the front address. */
  readonly origin?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The caller goes away in the middle. */
  readonly isAborted?: true;
  /** What may come: where two requests meet one record, more than one thing. */
  readonly statuses: readonly number[];
  readonly seen?: (answer: SeenAnswer) => void;
}

export interface SeenAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly text: string;
}

/** A record as one of its answers showed it. */
export interface SeenRecord {
  readonly id: string;
  readonly etag: string;
  readonly externalId: string;
}

/** An API client of a tenant of its own, and the little that it remembers of what it was answered. */
export interface LeakTenant {
  readonly id: string;
  readonly operator: OperatorAccess;
  readonly clientId: string;
  readonly clientSecret: string;
  token: string;
  hasSecondToken: boolean;
  readonly readOnlyToken: string;
  /** Its limits are so low that most of its requests are refused. */
  readonly isLimited: boolean;
  /** The newest ones; older ones are forgotten here and stay there. */
  readonly records: SeenRecord[];
  /** The queries that go on where the last pages ended. */
  readonly next: { customers?: string; changes?: string };
  /** The request that follows with the key of the one before. */
  readonly keyed: { next?: AskedRequest | undefined };
}
