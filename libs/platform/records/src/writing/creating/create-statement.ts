import { statement, type NamedStatement } from '@rapport/database';
import { definitionsNumber } from '../../defining/custom-field-sets.ts';
import { areTooMany } from '../../showing/custom-values.ts';
import type { RecordDefinition } from '../../defining/definition.ts';
import { pathOf } from '../../defining/resource.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { ownerMember, teamOf } from '../../stamping/record-owner.ts';
import { bodyColumns, firstValue, keyColumns, type BodyColumn } from '../body/body-columns.ts';
import { codesOf, type CodeStatements } from '../body/codes.ts';
import { createdDetails } from '../../stamping/change-details.ts';
import { author, detailsColumn, outboxInsert } from '../../stamping/outbox-row.ts';
import { externalIdsColumn, withExternalId } from '../../showing/external-id.ts';
import { newSearchText } from '../../stamping/search-text.ts';
import {
  gate,
  heldReferences,
  lookups,
  ownerLookup,
  referencesOf,
  seenAs,
  wrongReferences,
  type HeldReference,
  type Reference,
} from '../body/references.ts';
import type { ColumnSet } from '../../stamping/stamped-update.ts';
import { withExpressions } from '../../stamping/table-expressions.ts';
import { firstSteppedColumns } from '../body/stepped-columns.ts';
import type { WrittenSurface } from '../body/written-surface.ts';

/** The columns of the answer in front of what was made. */
export const createHead = ['wrong', 'definitions'] as const;

/** The clauses of a create: PostgreSQL plans and opens each table that a statement may write, whether a row comes or not. */
interface CreateClauses {
  /** It has an idempotency key, with which its answer is kept: so PostgreSQL writes the JSON of it. */
  readonly isKept: boolean;
  readonly hasExternalId: boolean;
}

/** The creates of a surface. Each has a text of its own, so that a request pays for no more than it sends. */
export interface CreateStatements {
  /** With an idempotency key. */
  readonly kept: NamedStatement;
  /** Without one. */
  readonly unkept: NamedStatement;
  /** With neither a key nor an external id. */
  readonly plain: NamedStatement;
  readonly references: readonly Reference[];
  /** Null where the records have no code that is counted up. */
  readonly codes: CodeStatements | null;
}

/**
 * One row, or an error that undid everything: the record, its external id, its outbox row and its idempotency key with
 * the answer are written by one statement. What the row says, in this order:
 * - `wrong` names references that name nothing: nothing was done.
 * - `definitions` are others than those that were sent: nothing was done.
 * - The rest is null: what the record refers to went meanwhile, nothing was done, and the statement must run again.
 * - The rest is the record, or with a key the answer as it was kept.
 * - 23505 says that the code, the external id or the key is taken. PostgreSQL may raise any of them first, so a create with
 *   a key looks for the stored answer after each of them.
 * A caller in a transaction gives `at`, a stamp that this took before.
 */
export function createStatements(
  definition: RecordDefinition,
  surface: WrittenSurface,
  rules: RecordRules,
): CreateStatements {
  const { hasExternalIds } = surface;
  const plain = composed(definition, surface, rules, { isKept: false, hasExternalId: false });
  return {
    kept: composed(definition, surface, rules, { isKept: true, hasExternalId: hasExternalIds }),
    unkept: hasExternalIds ? composed(definition, surface, rules, { isKept: false, hasExternalId: true }) : plain,
    plain,
    references: referencesOf(definition, surface),
    codes: codesIn(definition, surface),
  };
}

function composed(
  definition: RecordDefinition,
  surface: WrittenSurface,
  rules: RecordRules,
  { isKept, hasExternalId }: CreateClauses,
): NamedStatement {
  const columns = bodyColumns(definition, surface.body);
  const keys = keyColumns(definition, surface.body);
  const externalId = hasExternalId ? ':externalId::text' : 'null';
  const held = heldReferences(definition, columns);
  const expressions = [
    ...judgement(definition, surface, columns, held, rules),
    ...insertion(definition, { ...surface, hasExternalIds: hasExternalId }, { columns, keys }, held),
    ...(isKept ? [rendering(surface, externalId), keeping(definition, surface)] : []),
  ];
  const made = isKept
    ? 'body from checked left join rendered'
    : `${rowOf(surface, externalId)} from checked left join written`;
  const name = `${definition.resource.name}_create${isKept ? '_kept' : hasExternalId ? '' : '_plain'}`;
  return statement(
    name,
    withExpressions(expressions, `select array_to_string(wrong, ',') as wrong, definitions, ${made} record on true`),
  );
}

/** A code that no body has would never be counted up. */
function codesIn(definition: RecordDefinition, { body }: WrittenSurface): CodeStatements | null {
  const codes = codesOf(definition);
  if (codes && !body.includes(codes.member)) {
    throw new Error(`a body of ${definition.resource.name} needs ${codes.member}`);
  }
  return codes;
}

/** The references that name nothing, and where there are none the stamp and the gate. */
function judgement(
  { resource }: RecordDefinition,
  { hasCustomFields }: WrittenSurface,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
  { stamp }: RecordRules,
): string[] {
  // An owner that is not given is the caller, who is not looked up.
  const isNew = ({ member, parameter }: BodyColumn): string =>
    member === ownerMember ? ':ownerGiven::boolean' : `${parameter} is not null`;
  const customWrong = hasCustomFields ? areTooMany(':customFields::jsonb') : null;
  const [definitions, known] = hasCustomFields
    ? [definitionsNumber(resource.number), ':definitions::bigint']
    : ['0', '0'];
  return [
    `checked as materialized (
  select ${wrongReferences(columns, isNew, () => 'null', customWrong)} as wrong, ${definitions} as definitions
)`,
    `stamped as materialized (
  select coalesce(:at::timestamptz, ${stamp('1')}) as at from checked where wrong = '{}' and definitions = ${known}
)`,
    ...gate(columns, held, [
      ...lookups(columns, 'stamped.at', () => null),
      ...ownerLookup(columns, 'stamped.at', isNew),
    ]),
  ];
}

function insertion(
  definition: RecordDefinition,
  { hasExternalIds, hasCustomFields }: WrittenSurface,
  { columns, keys }: { readonly columns: readonly BodyColumn[]; readonly keys: readonly ColumnSet[] },
  held: readonly HeldReference[],
): string[] {
  const { number, table } = definition.resource;
  const copies = held.map(({ copy }) => copy);
  const externalIds = `case when :externalId::text is not null then ${withExternalId(null)} end`;
  const further = [
    ...keys,
    ...firstSteppedColumns(definition, columns),
    ...(hasExternalIds ? [{ name: externalIdsColumn, value: externalIds }] : []),
  ];
  const custom = hasCustomFields ? [['custom_fields', `coalesce(:customFields::jsonb, '{}')`]] : [];
  const names = [
    ...columns.map(({ name }) => name),
    ...copies,
    ...custom.map(([name]) => name),
    ...further.map(({ name }) => name),
  ];
  const values = [
    ...columns.map((own) => firstValue(definition, columns, own, 'gate.at')),
    ...copies.map((copy) => `gate.${copy}`),
    ...custom.map(([, value]) => value),
    ...further.map(({ value }) => value),
  ];
  const owner = columns.find(({ member }) => member === ownerMember)?.parameter;
  const team = owner === undefined ? [] : [{ name: 'team_id', value: teamOf(owner, 'gate.at') }];
  const seen = held.map(({ own }) => `(${own.parameter} is null or gate.${seenAs(own)})`);
  const owners = owner === undefined ? {} : { owner_after: 'owner_user_id', team_after: 'team_id' };
  const external = `external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${number}, id, :client::uuid, :externalId::text from written where :externalId::text is not null
)`;
  return [
    `written as (
  insert into tenant.${table} (id, ${names.join(', ')}, ${team.map(({ name }) => `${name}, `).join('')}version, created_on, last_modified_on)
  select :id::uuid, ${values.join(', ')}, ${team.map(({ value }) => `${value}, `).join('')}1, gate.at, gate.at
  from gate${seen.length > 0 ? ` where ${seen.join(' and ')}` : ''}
  returning *
)`,
    ...(hasExternalIds ? [external] : []),
    `queued as (
  ${outboxInsert(number, 'created', 'written', { ...owners, actor: author.actor, ...detailsColumn(createdDetails(definition, 'written')), traceparent: author.traceparent })}
)`,
    ...newSearchText(definition),
  ];
}

/** The columns of the record with the external id, and with each name that it copies, because its caller sees what it names. */
function rowOf({ answers, shape }: WrittenSurface, externalId: string): string {
  return answers === 'id'
    ? 'to_json(record.id)::text as body'
    : `${shape.columns(({ copy }) => `record.${copy}`)}, ${externalId} as external_id`;
}

/** The answer as JSON text. */
function rendering({ answers, shape }: WrittenSurface, externalId: string): string {
  const shownKeys = shape.showsCustomFields ? ':shownKeys::text[]' : `'{}'`;
  const body = answers === 'id' ? `to_json(id)::text` : shape.json(externalId, shownKeys);
  return `rendered as materialized (
  select id, last_modified_on, ${body} as body from written
)`;
}

/** The answer is kept with the idempotency key where the request has one. */
function keeping({ resource }: RecordDefinition, { answers }: WrittenSurface): string {
  const status = answers === 'id' ? 200 : 201;
  return `keyed as (
  insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, location, etag, created_on)
  select :keyHolder::uuid, :key::text, :fingerprint::bytea, ${status}, body, '${pathOf(resource)}/' || id, :etag::text, last_modified_on
  from rendered where :key::text is not null
)`;
}
