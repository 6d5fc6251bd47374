import { statement } from '@rapport/database';
import { definitionsNumber } from '../custom-field-sets.ts';
import type { RecordDefinition } from '../definition.ts';
import { Parameters, type WriteStatement } from '../parameters.ts';
import { pathOf } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import { hasOwner, isRecord } from '../target.ts';
import { bodyColumns, firstValue, ownerMember, teamOf, type BodyColumn } from './body-columns.ts';
import { outboxInsert } from './outbox-row.ts';
import { newSearchText } from './search-text.ts';
import {
  gate,
  heldReferences,
  looks,
  referencesOf,
  seenAs,
  wrongReferences,
  type HeldReference,
  type Reference,
} from './references.ts';
import { firstSteppedColumns } from './stepped-columns.ts';
import type { WrittenSurface } from './written-surface.ts';
import type { WriteAnswer } from '../surface.ts';

/**
 * One row, or an error that undid everything: the record, its external id, its outbox row and its idempotency key with
 * the answer are written by one statement. `wrong` names the references that name nothing; then nothing was done.
 * With other `definitions` than were sent nothing was done either. Else, without `body`, what the record refers to went
 * meanwhile: nothing was done, and the statement must run again. 23505 says that the code, the external id or the key is taken. PostgreSQL may raise any of them first, so
 * a create with a key looks for the stored answer after each of them. `at` is a stamp that its transaction took before.
 */
export function createStatement(
  definition: RecordDefinition,
  surface: WrittenSurface,
  rules: RecordRules,
): CreateStatement {
  return composed(definition, surface, rules, { isPlain: false });
}

/**
 * A create of a caller that sends neither a key nor an external id. PostgreSQL opens each table that a statement may
 * write, with its indexes, whether a row comes or not.
 */
export function plainCreateStatement(
  definition: RecordDefinition,
  surface: WrittenSurface,
  rules: RecordRules,
): WriteStatement {
  return composed(definition, { ...surface, hasExternalIds: false }, rules, { isPlain: true });
}

function composed(
  definition: RecordDefinition,
  surface: WrittenSurface,
  rules: RecordRules,
  { isPlain }: { readonly isPlain: boolean },
): CreateStatement {
  const parameters = new Parameters();
  const id = parameters.add('id', 'uuid');
  const columns = bodyColumns(definition, surface.body, (member, type) => parameters.add(member, type));
  // PostgreSQL refuses a parameter that the text does not use.
  const namesRecords = columns.some(({ column: { target } }) => target !== undefined && isRecord(target));
  const viewer = namesRecords
    ? { scope: parameters.add('scope', 'text'), viewer: parameters.add('viewer', 'uuid') }
    : { scope: 'null', viewer: 'null' };
  const places: Places = {
    id,
    ownerGiven: hasOwner(definition) ? parameters.add('ownerGiven', 'boolean') : 'false',
    ...viewer,
    client: surface.hasExternalIds ? parameters.add('client', 'uuid') : 'null',
    externalId: surface.hasExternalIds ? parameters.add('externalId', 'text') : 'null',
    ...(isPlain ? noKey : keyParameters(parameters)),
    definitions: surface.hasCustomFields ? parameters.add('definitions', 'bigint') : '0',
    customFields: surface.hasCustomFields ? parameters.add('customFields', 'jsonb') : 'null',
    shownKeys: surface.shape.showsCustomFields ? parameters.add('shownKeys', 'text[]') : `'{}'`,
    actor: parameters.add('actor', 'uuid'),
    traceparent: parameters.add('traceparent', 'text'),
    at: parameters.add('at', 'timestamptz'),
  };
  requireCode(definition, columns);
  const held = heldReferences(definition, columns);
  const text = [
    `with ${judgement(definition, surface, columns, held, places, rules)}`,
    insertion(definition, surface, columns, held, places),
    rendering(surface, places),
    ...(isPlain ? [] : [keeping(definition, surface, places)]),
  ].join(',\n');
  const name = `${definition.resource.name}_create${isPlain ? '_plain' : ''}`;
  return {
    statement: statement(name, `${text}\nselect body, wrong, definitions from checked left join rendered on true`),
    parameters,
    references: referencesOf(definition, surface.body),
    answers: surface.answers,
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
  readonly answers: WriteAnswer;
  /** The member with a code that is counted up where a body has none. */
  readonly codeMember: string | null;
}

type KeyPlaces = Pick<Places, 'keyHolder' | 'key' | 'fingerprint' | 'etag'>;

function keyParameters(parameters: Parameters): KeyPlaces {
  return {
    keyHolder: parameters.add('keyHolder', 'uuid'),
    key: parameters.add('key', 'text'),
    fingerprint: parameters.add('fingerprint', 'bytea'),
    etag: parameters.add('etag', 'text'),
  };
}

const noKey: KeyPlaces = { keyHolder: 'null', key: 'null', fingerprint: 'null', etag: 'null' };

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
  { hasCustomFields }: WrittenSurface,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
  places: Places,
  { stamp }: RecordRules,
): string {
  // An owner that is not given is the caller, who is not looked up.
  const isNew = ({ member, place }: BodyColumn): string =>
    member === ownerMember ? places.ownerGiven : `${place} is not null`;
  return `checked as materialized (
  select ${wrongReferences(columns, places, isNew, () => 'null')} as wrong, ${hasCustomFields ? definitionsNumber(resource.number) : '0'} as definitions
),
stamped as materialized (
  select coalesce(${places.at}, ${stamp('1')}) as at from checked where wrong = '{}' and definitions = ${places.definitions}
),
${gate(
  columns,
  held,
  places,
  looks(columns, places, 'stamped.at', () => null),
)}`;
}

function insertion(
  definition: RecordDefinition,
  { hasExternalIds, hasCustomFields }: WrittenSurface,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
  { id, client, externalId, customFields, actor, traceparent }: Places,
): string {
  const { number, table } = definition.resource;
  const copies = held.map(({ copy }) => copy);
  const effects = firstSteppedColumns(definition, columns);
  const custom = hasCustomFields ? [['custom_fields', `coalesce(${customFields}, '{}')`]] : [];
  const names = [
    ...columns.map(({ name }) => name),
    ...copies,
    ...custom.map(([name]) => name),
    ...effects.map(({ name }) => name),
  ];
  const values = [
    ...columns.map((own) => firstValue(definition, columns, own, 'gate.at')),
    ...copies.map((copy) => `gate.${copy}`),
    ...custom.map(([, value]) => value),
    ...effects.map(({ value }) => value),
  ];
  const owner = columns.find(({ member }) => member === ownerMember)?.place;
  const team = owner === undefined ? [] : [{ name: 'team_id', value: teamOf(owner, 'gate.at') }];
  const seen = held.map(({ own }) => `(${own.place} is null or gate.${seenAs(own)})`);
  const owners = owner === undefined ? {} : { owner_after: 'owner_user_id', team_after: 'team_id' };
  const external = `external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${number}, id, ${client}, ${externalId} from written where ${externalId} is not null
),
`;
  return `written as (
  insert into tenant.${table} (id, ${names.join(', ')}, ${team.map(({ name }) => `${name}, `).join('')}version, created_on, last_modified_on)
  select ${id}, ${values.join(', ')}, ${team.map(({ value }) => `${value}, `).join('')}1, gate.at, gate.at
  from gate${seen.length > 0 ? ` where ${seen.join(' and ')}` : ''}
  returning *
),
${hasExternalIds ? external : ''}queued as (
  ${outboxInsert(number, 'created', 'written', { ...owners, actor, traceparent })}
)${newSearchText(definition)}`;
}

/** The answer as JSON text. */
function rendering({ answers, shape }: WrittenSurface, { externalId, shownKeys }: Places): string {
  const body = answers === 'id' ? `to_json(id)::text` : shape.json(externalId, shownKeys);
  return `rendered as materialized (
  select id, last_modified_on, ${body} as body from written
)`;
}

/** The answer is kept with the idempotency key where the request has one. */
function keeping(
  { resource }: RecordDefinition,
  { answers }: WrittenSurface,
  { keyHolder, key, fingerprint, etag }: Places,
): string {
  const status = answers === 'id' ? 200 : 201;
  return `keyed as (
  insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, location, etag, created_on)
  select ${keyHolder}, ${key}, ${fingerprint}, ${status}, body, '${pathOf(resource)}/' || id, ${etag}, last_modified_on
  from rendered where ${key} is not null
)`;
}
