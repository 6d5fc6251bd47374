import type { BodyRule } from '@rapport/http-contract';
import type { Members } from '@rapport/members';
import type { z } from 'zod';
import type { States } from './states.ts';
import type { Resource, SeenBy } from './target.ts';

/** A kind of record, for every surface and for its table. */
export interface AnyKind {
  readonly resource: Resource;
  /** The names of its records in sentences. */
  readonly called: { readonly one: string; readonly many: string };
  /** A sentence of documents that says what they are. */
  readonly about: string;
  /** By default its owner and team. A record that is seen otherwise has neither. */
  readonly seenBy?: SeenBy;
  /** Each member once, in the order of answers. What every record has, such as its id and its times, is not among them. */
  readonly members: Members;
  /** A rule of a body that no single member says. */
  readonly rules?: readonly BodyRule[];
  readonly states?: States;
  readonly search: KindSearch;
}

/** A kind with its members in the types. */
export interface Kind<M extends Members, Name extends string = string> extends AnyKind {
  readonly resource: Resource & { readonly name: Name };
  readonly members: M;
  readonly states?: States<keyof M & string>;
  readonly search: KindSearch<keyof M & string>;
}

/** The searchable part of a kind, beside what every record has. */
export interface KindSearch<Name extends string = string> {
  /** The members in which words are looked for. */
  readonly words: readonly Name[];
  readonly filters: readonly (Name | 'ownerUserId')[];
  readonly sorts: readonly Name[];
}

/** A record as answers show it: its id, and members of its own. */
type ExampleOf<M extends Members> = { readonly id: string } & {
  readonly [K in keyof M]?: z.output<M[K]['shown']>;
};

export function kind<M extends Members, const Name extends string>(
  kind: Kind<M, Name> & { readonly members: OfMembers<M> },
): Kind<M, Name> {
  return kind;
}

/** A kind that clients synchronise, with an example of its records. */
export function synchronisedKind<M extends Members, const Name extends string, const E extends ExampleOf<M>>(
  kind: Kind<M, Name> & { readonly members: OfMembers<M>; readonly example: E & NoOthers<E, keyof M | 'id'> },
): Kind<M, Name> & { readonly example: E } {
  return kind;
}

type NoOthers<E, Known extends PropertyKey> = { readonly [K in Exclude<keyof E, Known>]: never };

/** A member that follows from another one needs that one. */
type OfMembers<M extends Members> = {
  readonly [K in keyof M]: M[K] extends { readonly of: infer Of } ? (Of extends keyof M ? M[K] : never) : M[K];
};
