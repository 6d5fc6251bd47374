import { keysOf } from '@rapport/kernel';
import {
  derived,
  Member,
  owner,
  takenByNumber,
  takenMembers,
  type Members,
  isStored,
  type Words,
} from '@rapport/members';
import type { ErrorCode } from '@rapport/kernel';
import { customFieldsField, customFieldValue, type AnyKind, type Kind } from '@rapport/kinds';
import { z } from 'zod';
import { byId, crudEndpoints, deleteEndpoint } from './crud-endpoints.ts';
import { kindSearch, type KindShortcuts } from './kind-search.ts';
import type { StepEndpoint } from './state-endpoint.ts';
import { recordTimes } from './record-times.ts';
import { holding } from './user-access.ts';

interface RecordGroupSpec<Group extends string, One extends string, M extends Members, D extends Members> {
  readonly group: Group;
  readonly singular: One;
  /** The conflicts of a create and of an update alike, beside those of every kind. */
  readonly conflicts?: readonly ErrorCode[];
  /** Those that an update alone meets, because they are about what the record is already. */
  readonly updateConflicts?: readonly ErrorCode[];
  /** The conflicts of a delete; left out, other records may refer to one of the kind. */
  readonly deleteConflicts?: readonly ErrorCode[];
  readonly shortcuts?: KindShortcuts<M>;
  /** The read-only members that a get shows and items do not. */
  readonly detail?: D;
  /** The members that its items show beside those of a get. */
  readonly itemsAlone?: Members;
  /** The words of a document on the group, where they are more than what the kind is. */
  readonly about?: string;
  readonly example: GroupExample;
}

/** The requests of a group in documents. */
export interface GroupExample {
  readonly id: string;
  readonly create: Readonly<Record<string, unknown>>;
  /** The members that an update has in another way than the create. */
  readonly update: Readonly<Record<string, unknown>>;
  readonly search: Readonly<Record<string, unknown>>;
}

/**
 * A kind of record that has owners: its operations, and the surface that its store has of it. A kind that clients
 * synchronise, which has an example, has custom fields.
 */
export function recordGroup<
  const Group extends string,
  const One extends string,
  M extends Members,
  D extends Members = NoMembers,
  E extends object | undefined = undefined,
>(kind: Kind<M> & { readonly example?: E }, spec: RecordGroupSpec<Group, One, M, D>) {
  const own = takenByNumber(kind.members);
  const members = { ...own, ...customMembers<E>(kind.example), ...ownedMembers };
  const items: Members = Object.fromEntries(
    Object.entries({ ...members, ...spec.itemsAlone }).filter(([name]) => !notInItems.has(name)),
  );
  // Without a detail there are no members of one.
  const shown = { id: byId.member, ...members, ...(spec.detail ?? ({} as D)) };
  return {
    group: spec.group,
    singular: spec.singular,
    resource: kind.resource.name,
    states: statesOf(kind),
    about: spec.about ?? kind.about,
    example: spec.example,
    // The detail is read-only, so no type of a body has it.
    endpoints: endpointsOf(kind, { ...members, ...spec.detail }, items, spec),
    members: shown,
    answers: 'id',
    shows: keysOf(shown),
    // A member that items alone show is a computed one of the definition, which the store holds it to.
    items: ['id', ...keysOf(items)] as ('id' | (keyof typeof members & string))[],
    writes: keysOf(takenMembers(own)),
  } as const;
}

/** The operations in the order of the document. */
function endpointsOf<const Group extends string, const One extends string, M extends Members, All extends Members>(
  kind: Kind<M>,
  members: All,
  items: Members,
  spec: RecordGroupSpec<Group, One, M, Members>,
) {
  const { group, singular, conflicts = [], updateConflicts = [] } = spec;
  const { called, rules = [] } = kind;
  const { name } = kind.resource;
  const { create, update, get, search } = crudEndpoints(
    {
      group,
      singular,
      called,
      members,
      rules,
      items,
      reads: holding(`${name}.read`, 'read'),
      writes: holding(`${name}.write`, 'write'),
      conflicts,
      updateConflicts,
      search: kindSearch(kind, singular, spec.shortcuts),
    },
    byId,
  );
  // A plan says how many records there may be of such a kind.
  const limits: readonly ErrorCode[] = kind.resource.isCounted ? ['plan_limit_reached'] : [];
  const removes = holding(`${name}.delete`, 'write');
  const remove = deleteEndpoint({ group, singular, called }, removes, spec.deleteConflicts);
  return { create: { ...create, errors: [...limits, ...create.errors] }, update, get, delete: remove, search };
}

type AnyEndpoints = ReturnType<typeof recordGroup<string, string, Members, Members>>['endpoints'];

/** The operations of any group with such bodies. */
export interface GroupEndpoints<
  Create extends z.ZodType,
  Update extends z.ZodType,
  Shown extends z.ZodType,
> extends Pick<AnyEndpoints, 'delete' | 'search'> {
  readonly create: Omit<AnyEndpoints['create'], 'body'> & { readonly body: Create };
  readonly update: Omit<AnyEndpoints['update'], 'body'> & { readonly body: Update };
  readonly get: Omit<AnyEndpoints['get'], 'success'> & {
    readonly success: Omit<AnyEndpoints['get']['success'], 'body'> & { readonly body: Shown };
  };
  readonly step?: StepEndpoint;
}

/** All states of the kind, or none. */
function statesOf({ states, members }: AnyKind): Words | undefined {
  const member = members[states?.member ?? ''];
  return isStored(member) ? member.stored.words : undefined;
}

type NoMembers = Readonly<Record<never, Member>>;

const ownedMembers = {
  ownerUserId: owner().describe('An active user of the tenant. A create without one takes the acting user.'),
  ownerName: derived('The name of the owner.'),
  ...recordTimes,
};

/** The members that a search does not show of its items. */
const notInItems: ReadonlySet<string> = new Set(['customFields', 'description']);

/** No column of its own holds the custom fields. */
function customMembers<E>(example: E | undefined): CustomMembers<E> {
  // They are there by the example, as the type says.
  return (example === undefined ? {} : { customFields }) as CustomMembers<E>;
}

type CustomMembers<E> = E extends object ? { readonly customFields: typeof customFields } : NoMembers;

const customFields = new Member(z.array(customFieldValue), customFieldsField()).describe(
  'The values that are set. A body without them keeps them; listed fields are updated, and an empty text clears one.',
);
