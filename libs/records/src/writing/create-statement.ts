import { statement } from '@rapport/database';
import { definitionsNumber } from '../custom-field-sets.ts';
import { recordReferences, type RecordDefinition } from '../definition.ts';
import { Parameters, type WriteStatement } from '../parameters.ts';
import { pathOf } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { bodyColumns, firstValue, ownerMember, teamOf, type BodyColumn } from './body-columns.ts';
import { outboxInsert } from './outbox-row.ts';
import {
  gate,
  heldReferences,
  referencesOf,
  seenAs,
  wrongReferences,
  type HeldReference,
  type Reference,
} from './references.ts';

/**
 * One row, or an error that undid everything: the record, its external id, its outbox row and its idempotency key with
 * the answer are written by one statement. `wrong` names the references that name nothing; then nothing was done.
 * With other `definitions` than were sent nothing was done either. Else, without `body`, what the record refers to went
 * meanwhile: nothing was done, and the statement must run again. 23505 says that the code, the external id or the key is taken. PostgreSQL may raise any of them first, so
 * a create with a key looks for the stored answer after each of them. `at` is a stamp that its transaction took before.
 */
export function createStatement(
  definition: RecordDefinition,
  body: readonly string[],
  shape: RecordShape,
  rules: RecordRules,
): CreateStatement {
  const parameters = new Parameters();
  const id = parameters.add('id', 'uuid');
  const columns = bodyColumns(definition, body, (member, type) => parameters.add(member, type));
  // PostgreSQL refuses a parameter that the text does not use.
  const namesRecords = recordReferences(definition).length > 0;
  const viewer = namesRecords
    ? { scope: parameters.add('scope', 'text'), viewer: parameters.add('viewer', 'uuid') }
    : { scope: 'null', viewer: 'null' };
  const places: Places = {
    id,
    ownerGiven: parameters.add('ownerGiven', 'boolean'),
    ...viewer,
    client: parameters.add('client', 'uuid'),
    externalId: parameters.add('externalId', 'text'),
    keyHolder: parameters.add('keyHolder', 'uuid'),
    key: parameters.add('key', 'text'),
    fingerprint: parameters.add('fingerprint', 'bytea'),
    etag: parameters.add('etag', 'text'),
    definitions: parameters.add('definitions', 'bigint'),
    customFields: parameters.add('customFields', 'jsonb'),
    shownKeys: shape.showsCustomFields ? parameters.add('shownKeys', 'text[]') : `'{}'`,
    actor: parameters.add('actor', 'uuid'),
    traceparent: parameters.add('traceparent', 'text'),
    at: parameters.add('at', 'timestamptz'),
  };
  requireCode(definition, columns);
  const held = heldReferences(definition, columns);
  const text = [
    `with ${judgement(definition, columns, held, places, rules)}`,
    insertion(definition, columns, held, places),
    answer(definition, shape, places),
  ].join(',\n');
  return {
    statement: statement(`${definition.resource.name}_create`, text),
    parameters,
    references: referencesOf(definition, body),
    codeMember: columns.find(({ column }) => column.codePrefix !== undefined)?.member ?? null,
  };
}

/** A code that no body has would never be counted up. */
function requireCode({ resource, columns }: RecordDefinition, written: readonly BodyColumn[]): void {
  const code = Object.keys(columns).find((member) => columns[member]?.codePrefix !== undefined);
  if (code !== undefined && !written.some(({ member }) => member === code)) {
    throw new Error(`a body of ${resource.name} needs ${code}`);
  }
}

export interface CreateStatement extends WriteStatement {
  readonly references: readonly Reference[];
  /** The member with a code that is counted up where a body has none. */
  readonly codeMember: string | null;
}

type Place =
  | 'id'
  | 'ownerGiven'
  | 'scope'
  | 'viewer'
  | 'client'
  | 'externalId'
  | 'keyHolder'
  | 'key'
  | 'fingerprint'
  | 'etag'
  | 'definitions'
  | 'customFields'
  | 'shownKeys'
  | 'actor'
  | 'traceparent'
  | 'at';
type Places = Readonly<Record<Place, string>>;

/** The references that name nothing, and where there are none the stamp and the gate. */
function judgement(
  { resource }: RecordDefinition,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
  places: Places,
  { stamp }: RecordRules,
): string {
  // An owner that is not given is the caller, who is not looked up.
  const isNew = ({ member, place }: BodyColumn): string =>
    member === ownerMember ? places.ownerGiven : `${place} is not null`;
  return `checked as materialized (
  select ${wrongReferences(columns, places, isNew)} as wrong, ${definitionsNumber(resource.number)} as definitions
),
stamped as materialized (
  select coalesce(${places.at}, ${stamp('1')}) as at from checked where wrong = '{}' and definitions = ${places.definitions}
),
${gate(columns, held, places)}`;
}

function insertion(
  definition: RecordDefinition,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
  { id, client, externalId, customFields, actor, traceparent }: Places,
): string {
  const { number, table } = definition.resource;
  const copies = held.flatMap(({ copy }) => copy ?? []);
  const names = [...columns.map(({ name }) => name), ...copies];
  const values = [
    ...columns.map((own) => firstValue(definition, columns, own)),
    ...copies.map((copy) => `gate.${copy}`),
  ];
  const owner = columns.find(({ member }) => member === ownerMember)?.place ?? 'null';
  const seen = held.map(({ own }) => `(${own.place} is null or gate.${seenAs(own)})`);
  const owners = { owner_after: 'owner_user_id', team_after: 'team_id' };
  return `written as (
  insert into tenant.${table} (id, ${names.join(', ')}, custom_fields, team_id, version, created_on, last_modified_on)
  select ${id}, ${values.join(', ')}, coalesce(${customFields}, '{}'), ${teamOf(owner, 'gate.at')}, 1, gate.at, gate.at
  from gate${seen.length > 0 ? ` where ${seen.join(' and ')}` : ''}
  returning *
),
external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${number}, id, ${client}, ${externalId} from written where ${externalId} is not null
),
queued as (
  ${outboxInsert(number, 'created', 'written', { ...owners, actor, traceparent })}
)`;
}

/** The record as JSON text, which is kept with the idempotency key where the request has one. */
function answer(
  { resource }: RecordDefinition,
  shape: RecordShape,
  { externalId, keyHolder, key, fingerprint, etag, shownKeys }: Places,
): string {
  return `rendered as materialized (
  select id, last_modified_on, ${shape.json(externalId, shownKeys)} as body from written
),
keyed as (
  insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, location, etag, created_on)
  select ${keyHolder}, ${key}, ${fingerprint}, 201, body, '${pathOf(resource)}/' || id, ${etag}, last_modified_on
  from rendered where ${key} is not null
)
select body, wrong, definitions from checked left join rendered on true`;
}
