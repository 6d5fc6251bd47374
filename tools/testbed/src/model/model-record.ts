import type { KindName, Members } from './kinds.ts';

/** A user of the tenant, in one of its teams. */
export interface ModelUser {
  readonly name: string;
  readonly id: string;
  readonly scope: 'own' | 'team' | 'all';
  teamId: string;
}

/** An API client or a person, and the user whose rights it has. */
export interface Viewer {
  readonly name: string;
  readonly user: ModelUser;
  /** A person writes and sees more members than a client. */
  readonly isPerson: boolean;
  /** The client came to see other records than before so often. */
  views: number;
}

/** The records that a lead became. */
export interface Became {
  readonly onUtc: string;
  readonly customerId: string;
  readonly contactId: string | null;
  readonly opportunityId: string | null;
}

/** A record as it must be. A deleted one is kept for operations that name it. */
export interface ModelRecord {
  readonly resource: KindName;
  readonly label: string;
  readonly id: string;
  /** The members in bodies, the references among them. */
  members: Members;
  /** The members that people alone write: a write of a client leaves them. */
  own: Members;
  /** Null where the kind has no states. */
  state: string | null;
  /** Null for every record but a converted lead. */
  became: Became | null;
  /** The values of custom fields by their keys, those of disabled ones among them. */
  values: Members;
  ownerId: string;
  teamId: string;
  version: number;
  /** Whether the version may be higher, because records followed their owner in an order that is not told. */
  mayBeNewer: boolean;
  /** The number of the write that made it, among those of its tenant. */
  readonly madeAt: number;
  readonly createdOnUtc: string;
  /** Null after a change that no answer has shown. */
  lastModifiedOnUtc: string | null;
  /** The latest time that the present version is known to be later than. */
  changedAfter: string;
  /** By the name of the client. */
  readonly externalIds: Map<string, string>;
  isDeleted: boolean;
}
