import type { OperatorAccess } from '@rapport/rapport';
import type { LoadRequest } from '@rapport/testbed';

export interface AskedRequest extends LoadRequest {
  /** The request's address, if not the base address. */
  readonly origin?: string;
  /** The caller leaves before the answer. */
  readonly isAborted?: true;
  /** The statuses that may come; more than one where two requests meet one record. */
  readonly statuses: readonly number[];
  readonly seen?: (answer: SeenAnswer) => void;
}

export interface SeenAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly text: string;
}

/** A record as an answer showed it. */
export interface SeenRecord {
  readonly id: string;
  readonly etag: string;
  readonly externalId: string;
}

/** The lists and feeds that are read in pages. */
export type PagedPath = `${'' | 'changes/'}${'customers' | ReferringResource}`;

/** The resources that are sent beside customers, some of which refer to each other. */
export type ReferringResource = 'contacts' | 'leads' | 'opportunities';

/** An API client of a tenant of its own, and the little that it remembers of its answers. */
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
  /** The newest records; the tenant keeps older ones that are forgotten here. */
  readonly records: SeenRecord[];
  /** The ids of the newest records of the other resources. */
  readonly referring: Readonly<Record<ReferringResource, string[]>>;
  /** The definitions that the tenant has seen last. */
  fieldsEtag?: string | undefined;
  /** The queries that go on where the last pages ended. */
  readonly next: Partial<Record<PagedPath, string>>;
  /** The request that follows with the key of the one before. */
  readonly keyed: { next?: AskedRequest | undefined };
}
