import { keysOf } from '@rapport/kernel';
import { documentedMembers, requestBody } from '@rapport/http-contract';
import {
  dateTime,
  externalId,
  owner,
  readOnly,
  readOnlyMembers,
  shownMembers,
  takenMembers,
  Member,
  type Members,
} from '@rapport/members';
import type { ErrorCode } from '@rapport/kernel';
import { customFieldsField, customFieldValue, type Kind } from '@rapport/kinds';
import { z } from 'zod';
import { exampleRecord } from './example-records.ts';
import { resourceEndpoints } from './resource-endpoints.ts';

interface PublicResourceSpec<One extends string, M extends Members, Hidden extends keyof M> {
  /** The name of one record, as schemas are called. */
  readonly singular: One;
  /** The members of the kind that this surface has not. */
  readonly without?: readonly Hidden[];
  /** The conflicts of a create and of an update of this resource alike, beside those of every resource. */
  readonly conflicts?: readonly ErrorCode[];
  /** Those that an update alone meets, because they are about what the record is already. */
  readonly updateConflicts?: readonly ErrorCode[];
}

/** An example has each member that the surface shows. */
type Exemplified<M extends Members, Hidden extends keyof M> = {
  readonly example: { readonly id: string } & { readonly [K in Exclude<keyof M, Hidden>]: z.output<M[K]['shown']> };
};

/** A synchronised kind on the integration surface: its record, its body, and its operations. */
export function publicResource<
  M extends Members,
  const Name extends string,
  const One extends string,
  const Hidden extends keyof M & string = never,
>(kind: Kind<M, Name> & Exemplified<M, Hidden>, spec: PublicResourceSpec<One, M, Hidden>) {
  const { singular, conflicts = [], updateConflicts = [] } = spec;
  const { id, ...own } = kind.example;
  const { name } = kind.resource;
  const kept = without(kind.members, spec.without ?? []);
  const members = { ...firstMembers, ...kept, ...lastMembers(singular) };
  const record = z.object(shownMembers(members)).meta({ id: singular });
  const body = requestBody(`${singular}Body`, takenMembers(members), readOnlyMembers(members), {
    ...(kind.rules && { rules: kind.rules }),
    documented: documentedMembers(members),
  });
  const example = exampleRecord(name, id, own);
  const written = Object.entries(example).filter(
    ([member, value]) => value !== null && Object.hasOwn(takenMembers(members), member),
  );
  const examples = { record: example, body: Object.fromEntries(written) };
  const endpoints = resourceEndpoints({ resource: name, singular, record, body, conflicts, updateConflicts, examples });
  return {
    shows: keysOf(members),
    writes: keysOf(takenMembers(kept)),
    record,
    body,
    endpoints,
    about: kind.about,
  };
}

function without<M extends Members, Hidden extends keyof M & string>(
  members: M,
  hidden: readonly Hidden[],
): Omit<M, Hidden> {
  const names: readonly string[] = hidden;
  // The others are left, as the type says.
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name))) as Omit<M, Hidden>;
}

const firstMembers = { id: readOnly(z.uuid()) };

function lastMembers(singular: string) {
  return {
    ownerUserId: owner().describe('An active user of the tenant. A create without one takes the acting user.'),
    externalId: externalId().describe(
      `The calling client’s own id of this ${singular.toLowerCase()}. Once set it cannot be changed, and null is a change.`,
    ),
    customFields: new Member(z.array(customFieldValue), customFieldsField()).describe(
      'The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one.',
    ),
    createdOnUtc: readOnly(dateTime()),
    lastModifiedOnUtc: readOnly(dateTime()),
  };
}
