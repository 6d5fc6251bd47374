import {
  endpoint,
  idempotencyKeyHeader,
  ifMatchHeader,
  inAndOut,
  requestBody,
  searchAnswer,
  type BodyOptions,
  type UserAccess,
} from '@rapport/http-contract';
import { Member, readOnlyMembers, shownMembers, takenMembers, type Members, type TakenMembers } from '@rapport/members';
import type { ErrorCode } from '@rapport/kernel';
import { idParameter, requiredId } from '@rapport/members/fields';
import { z } from 'zod';
import { createdHeaders, done, etagHeader, guid } from './answers.ts';

/** The names of records of a kind in sentences. */
export interface Called {
  readonly one: string;
  readonly many: string;
}

export interface CrudSpec<Group extends string, One extends string, M extends Members, Find extends z.ZodType> {
  /** The first part of the paths below `/api/v1/`. */
  readonly group: Group;
  /** The name of one record, as schemas are called. */
  readonly singular: One;
  readonly called: Called;
  /** Each member once, for what goes in and what comes out; without the key. */
  readonly members: M;
  /** A rule of a body that no single member says. */
  readonly rules?: BodyOptions['rules'];
  /** The members that items of a search show, where those are others. */
  readonly items?: Members;
  readonly reads: UserAccess;
  readonly writes: UserAccess;
  /** The conflicts of a create and of an update alike, beside those of every kind. */
  readonly conflicts?: readonly ErrorCode[];
  /** Those that an update alone meets, because they are about what the record is already. */
  readonly updateConflicts?: readonly ErrorCode[];
  readonly search: Find;
}

/** The member that names a record in paths and in the bodies of updates. */
export interface RecordKey<Name extends string, Answer extends z.ZodType, Given extends boolean> {
  readonly name: Name;
  readonly member: Member<z.ZodType<string>, z.ZodType<string>>;
  readonly parameter: z.ZodType<string>;
  /** Whether the body of a create names it; otherwise the platform gives it. */
  readonly isGiven: Given;
  readonly answer: Answer;
}

/** The key of everything but roles. */
export const byId: RecordKey<'id', typeof guid, false> = {
  name: 'id',
  member: new Member(z.uuid(), requiredId()),
  parameter: idParameter(),
  isGiven: false,
  answer: guid,
};

/** The operations that a kind of record has on this surface: create, update, get, search. */
export function crudEndpoints<
  const Group extends string,
  const One extends string,
  M extends Members,
  Find extends z.ZodType,
  const Name extends string,
  Answer extends z.ZodType,
  Given extends boolean,
>(spec: CrudSpec<Group, One, M, Find>, key: RecordKey<Name, Answer, Given>) {
  const members = { [key.name]: key.member, ...spec.members } as KeyedBy<Name, M>;
  const record = inAndOut(`Update${spec.singular}Request`, members, spec.rules);
  // Items have the members' own types where the spec says nothing else.
  const shown = (spec.items ? { [key.name]: key.member, ...spec.items } : members) as KeyedBy<Name, M>;
  const item = z.object(shownMembers(shown)).meta({ id: `Search${spec.singular}Dto` });
  return { ...writeEndpoints(spec, key, record.taken), ...readEndpoints(spec, key, record.shown, item) };
}

function writeEndpoints<
  const Group extends string,
  const One extends string,
  M extends Members,
  const Name extends string,
  Answer extends z.ZodType,
  Given extends boolean,
  Taken extends z.ZodType,
>(spec: CrudSpec<Group, One, M, z.ZodType>, key: RecordKey<Name, Answer, Given>, taken: Taken) {
  const { group, singular, called, members, rules, writes, conflicts = [], updateConflicts = [] } = spec;
  const common = { access: writes, tags: [group], envelope: 'apiResult' } as const;
  return {
    create: endpoint({
      ...common,
      operationId: `create${singular}`,
      method: 'post',
      path: `/api/v1/${group}/create` as const,
      summary: `Create ${called.one}`,
      headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
      body: createBody(singular, members, key, rules),
      success: { status: 200, body: key.answer, headers: createdHeaders },
      errors: [...conflicts, 'idempotency_key_reused', 'idempotency_in_progress'],
    }),
    update: endpoint({
      ...common,
      operationId: `update${singular}`,
      method: 'put',
      path: `/api/v1/${group}/update` as const,
      summary: `Replace ${called.one}`,
      headers: z.object({ 'if-match': ifMatchHeader() }),
      body: taken,
      success: { status: 200, body: key.answer, headers: etagHeader },
      errors: [...conflicts, ...updateConflicts, 'not_found', 'concurrency_conflict'],
    }),
  };
}

/** The operations that show records of a kind. */
export function readEndpoints<
  const Group extends string,
  const One extends string,
  Find extends z.ZodType,
  const Name extends string,
  Shown extends z.ZodType,
  Item extends z.ZodType,
>(
  { group, singular, called, reads, search }: Omit<CrudSpec<Group, One, Members, Find>, 'members' | 'writes'>,
  { name, parameter }: Pick<RecordKey<Name, z.ZodType, boolean>, 'name' | 'parameter'>,
  shown: Shown,
  item: Item,
) {
  const common = { access: reads, tags: [group], envelope: 'apiResult' } as const;
  return {
    get: endpoint({
      ...common,
      operationId: `get${singular}`,
      method: 'get',
      path: `/api/v1/${group}/get/{${name}}` as const,
      summary: `Get ${called.one}`,
      params: z.object({ [name]: parameter } as Record<Name, typeof parameter>),
      success: { status: 200, body: shown, headers: etagHeader },
      errors: [],
    }),
    search: endpoint({
      ...common,
      operationId: `search${singular}`,
      method: 'post',
      path: `/api/v1/${group}/search` as const,
      summary: `Search ${called.many} by filters, text and sort, page by page`,
      body: search,
      success: { status: 200, body: searchAnswer(`Search${singular}Dto`, item) },
      errors: ['page_out_of_range'],
    }),
  };
}

/** The deletion of a record, with the version that it must have where the caller says one. */
export function deleteEndpoint<const Group extends string, const One extends string>(
  { group, singular, called }: Pick<CrudSpec<Group, One, Members, z.ZodType>, 'group' | 'singular' | 'called'>,
  access: UserAccess,
  conflicts: readonly ErrorCode[] = ['resource_in_use'],
) {
  return endpoint({
    operationId: `delete${singular}`,
    method: 'delete',
    path: `/api/v1/${group}/delete/{id}` as const,
    access,
    tags: [group],
    summary: `Delete ${called.one}`,
    envelope: 'apiResult',
    params: z.object({ id: idParameter() }),
    headers: z.object({ 'if-match': ifMatchHeader() }),
    success: { status: 200, body: done },
    errors: [...conflicts, 'concurrency_conflict'],
  });
}

/** A step between states, which answers true, also where nothing changes. */
export function stepEndpoint<const Group extends string, const Step extends string, const Name extends string>(
  { group, singular, access, errors = [] }: StepSpec<Group>,
  step: Step,
  { name, parameter }: Pick<RecordKey<Name, z.ZodType, boolean>, 'name' | 'parameter'>,
  summary: string,
) {
  return endpoint({
    operationId: `${camelCase(step)}${singular}`,
    method: 'post',
    path: `/api/v1/${group}/${step}/{${name}}` as const,
    access,
    tags: [group],
    summary,
    envelope: 'apiResult',
    params: z.object({ [name]: parameter } as Record<Name, typeof parameter>),
    success: { status: 200, body: done },
    errors,
  });
}

interface StepSpec<Group extends string> {
  readonly group: Group;
  readonly singular: string;
  readonly access: UserAccess;
  readonly errors?: readonly ErrorCode[];
}

type KeyedBy<Name extends string, M extends Members> = Record<Name, Member<z.ZodType<string>, z.ZodType<string>>> & M;

/** The body of a create takes no key that the platform gives; it drops one that is sent all the same. */
function createBody<M extends Members, Name extends string, Given extends boolean>(
  singular: string,
  members: M,
  key: RecordKey<Name, z.ZodType, Given>,
  rules: BodyOptions['rules'] = [],
) {
  const given = key.isGiven ? { [key.name]: key.member.taken } : {};
  // The key is there where its type says that it is given.
  const fields = { ...takenMembers(members), ...given } as TakenMembers<M> & GivenKey<Name, Given>;
  const readOnly = [...(key.isGiven ? [] : [key.name]), ...readOnlyMembers(members)];
  return requestBody(`Create${singular}Request`, fields, readOnly, { rules });
}

type GivenKey<Name extends string, Given extends boolean> = Given extends true
  ? Record<Name, z.ZodType<string>>
  : unknown;

function camelCase(step: string): string {
  return step.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
