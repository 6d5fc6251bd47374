import type { Act, List, Member } from '../described.ts';
import { answered, callOf, dataOf, type AnyAnswer } from '../api/api.ts';
import { lists } from '../generated/lists.ts';

export type ListName = keyof typeof lists;

/** A record as answers show it. */
export interface AnyRecord {
  readonly id: string;
  readonly [member: string]: unknown;
}

export interface Page {
  readonly items: readonly AnyRecord[];
  readonly pageNumber: number;
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export interface Filter {
  readonly field: string;
  readonly operator: string;
  readonly value?: unknown;
}

/** The body of a search. Some lists have members of their own, which name what the records belong to. */
export interface Search {
  readonly pageNumber?: number;
  readonly pageSize?: number;
  readonly sortBy?: string;
  readonly sortDirection?: 'asc' | 'desc';
  readonly searchText?: string;
  readonly filters?: readonly Filter[];
  readonly [shortcut: string]: unknown;
}

/** A record with the version that a change of it names. */
export interface Versioned {
  readonly record: AnyRecord;
  readonly etag: string;
}

export function listOf(name: string): List {
  return lists[name as ListName];
}

export function memberOf(list: string, name: string): Member | undefined {
  return listOf(list).members[name];
}

export function isList(name: string): name is ListName {
  return Object.hasOwn(lists, name);
}

export async function searchRecords(list: string, search: Search): Promise<Page> {
  return dataOf(ask<Page>(list, 'search', { body: search }));
}

export async function getRecord(list: string, id: string): Promise<Versioned> {
  const { body, headers } = await answered(ask<AnyRecord>(list, 'get', { params: keyOf(list, id) }));
  return { record: body?.data as AnyRecord, etag: headers.get('etag') ?? '' };
}

/** A record as it is now. Without an operation that gets one record, a change names no version. */
export async function readAgain(list: string, record: AnyRecord): Promise<Versioned> {
  return operationOf(list, 'get') === undefined ? { record, etag: '' } : getRecord(list, record.id);
}

/** Answers the id of the new record. A repetition with the same key makes no second one. */
export async function createRecord(list: string, body: object, key: string): Promise<string> {
  return dataOf(ask<string>(list, 'create', { body, headers: { 'idempotency-key': key } }));
}

export async function updateRecord(list: string, body: object, etag: string): Promise<void> {
  await answered(ask(list, 'update', { body, ...(etag && { headers: { 'if-match': etag } }) }));
}

export async function deleteRecord(list: string, id: string, etag = ''): Promise<void> {
  await answered(ask(list, 'delete', { params: { id }, ...(etag && { headers: { 'if-match': etag } }) }));
}

/** Brings a record into a state. */
export async function stepRecord(list: string, id: string, state: string, reason?: string): Promise<void> {
  const word = list === 'opportunities' ? 'stage' : 'status';
  const query = reason === undefined ? {} : { query: { lostReason: reason } };
  await answered(ask(list, 'step', { params: { id, [word]: state }, ...query }));
}

export function operationOf(list: string, act: Act): string | undefined {
  return listOf(list).operations[act];
}

/** Roles are named by their codes. */
function keyOf(list: string, id: string): Readonly<Record<string, string>> {
  return list === 'roles' ? { code: id } : { id };
}

type Asked<T> = Promise<AnyAnswer & { readonly body: { readonly data: T | null } | undefined }>;

function ask<T>(list: string, act: Act, request: Parameters<ReturnType<typeof callOf>>[0]): Asked<T> {
  // The wrapper of every answer has its data there.
  return callOf(operationOf(list, act) ?? `${act} of ${list}`)(request) as Asked<T>;
}
