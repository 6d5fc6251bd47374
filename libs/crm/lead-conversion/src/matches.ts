import { contacts, customers } from '@rapport/crm-records';
import { statement, type NamedStatement, type Sent } from '@rapport/database';
import { addressKey, type RequestContext } from '@rapport/kernel';
import { theViewer, viewerValues, visibleTo, type RecordDefinition } from '@rapport/records';
import type { Values } from './values.ts';

/** The weight of each thing that two records may have in common. */
const scores = { taxNumber: 100, email: 90, phone: 60, name: 50 } as const;

type Mark = keyof typeof scores;

/** From this score on a match is taken for the same. */
const strongScore = 90;

/** A record that may be the same as the one that a lead would become. Of one that the caller may not see nothing is told. */
export interface Match {
  readonly id: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly matchedOn: readonly Mark[];
  readonly score: number;
}

/** A match, with what decides whether it is suggested. */
export interface Candidate extends Match {
  /** The customer of a contact. */
  readonly customerId: string | null;
}

export function isStrong({ score }: Match): boolean {
  return score >= strongScore;
}

/** The matches as a caller is shown them. */
export function shownMatches(candidates: readonly Candidate[]): Match[] {
  return candidates
    .slice(0, matchesMax)
    .map(({ id, code, name, matchedOn, score }) => ({ id, code, name, matchedOn, score }));
}

/** A candidate for a caller that may not read records of its kind. */
export function unread(candidate: Candidate): Candidate {
  return { ...candidate, id: null, code: null, name: null, customerId: null };
}

export function customersLike(context: RequestContext, { taxNumber, email, phone, name }: Values): Sent {
  return findCustomers.with({ ...viewerValues(context), taxNumber, emailKey: keyOf(email), phone, name });
}

export function contactsLike(context: RequestContext, values: Values): Sent {
  const { email, phone, mobilePhone, firstName, lastName } = values;
  const asked = { emailKey: keyOf(email), phone, mobilePhone, firstName, lastName };
  return findContacts.with({ ...viewerValues(context), ...asked });
}

/** A row of either statement. */
export interface CandidateRow {
  readonly id: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly marks: readonly Mark[];
}

export function candidateOf({ id, code, name, customerId, marks }: CandidateRow): Candidate {
  return { id, code, name, customerId, matchedOn: marks, score: Math.max(...marks.map((mark) => scores[mark])) };
}

function keyOf(email: unknown): string | null {
  return typeof email === 'string' ? addressKey(email) : null;
}

const matchesMax = 10;

/** The digits of a phone number. */
function digits(phone: string): string {
  return `regexp_replace(${phone}, '\\D', '', 'g')`;
}

/** Whether a phone number has the same digits as the given one, which has some. */
function sameDigits(column: string, given: string): string {
  return `${digits(`record.${column}`)} = nullif(${digits(given)}, '')`;
}

export const findCustomers = statementOf(customers, 'customers_like', {
  code: 'record.code',
  customerId: 'record.id',
  marks: {
    taxNumber: inTexts('lower(record.tax_number) = lower(:taxNumber::text)', [':taxNumber::text']),
    email: byIndex('record.email_key = :emailKey::text'),
    phone: byIndex(sameDigits('phone', ':phone::text')),
    name: inTexts('cell.folded(record.name) = cell.folded(:name::text)', [':name::text']),
  },
});

export const findContacts = statementOf(contacts, 'contacts_like', {
  code: 'null::text',
  customerId: 'record.customer_id',
  marks: {
    email: byIndex('record.email_key = :emailKey::text'),
    phone: byIndex(
      ...['phone', 'mobile_phone'].flatMap((column) =>
        [':phone::text', ':mobilePhone::text'].map((given) => sameDigits(column, given)),
      ),
    ),
    name: inTexts(`cell.folded(record.name) = cell.folded(concat_ws(' ', :firstName::text, :lastName::text))`, [
      ':firstName::text',
      ':lastName::text',
    ]),
  },
});

/** The likeness of records in one thing, and the subselects that find them by an index. */
interface Likeness {
  readonly is: string;
  readonly subselects: (table: string, resource: number) => readonly string[];
}

/** The members stand in the record's folded texts, next to each other, each in a line of its own. */
function inTexts(is: string, lines: readonly string[]): Likeness {
  const pattern = `'%' || e'\\n' || ${lines.map((line) => `coalesce(cell.escaped(${line}) || e'\\n', '')`).join(' || ')} || '%'`;
  const isGiven = `coalesce(${lines.join(', ')}) is not null`;
  return {
    is,
    subselects: (_, resource) => [
      `select record_id as id from tenant.search_text where resource = ${resource} and folded like ${pattern} and ${isGiven}`,
    ],
  };
}

function byIndex(...conditions: readonly string[]): Likeness {
  return {
    is: `(${conditions.join(' or ')})`,
    subselects: (table) => conditions.map((condition) => `select id from tenant.${table} record where ${condition}`),
  };
}

interface Alike {
  readonly code: string;
  readonly customerId: string;
  readonly marks: Partial<Readonly<Record<Mark, Likeness>>>;
}

/**
 * The best first, then the oldest, of those that the caller sees and of the others as many as are shown: so none that it
 * does not see hides one that is suggested. Each mark is looked for by itself, by an index of its own. It is planned for its
 * values: a plan that was made while the tenant was small would read the texts of all records.
 */
function statementOf({ resource }: RecordDefinition, name: string, { code, customerId, marks }: Alike): NamedStatement {
  const { table, number } = resource;
  const subselects = Object.values(marks).flatMap((mark) => mark.subselects(table, number));
  const found = Object.entries(marks).map(([mark, { is }]) => `case when ${is} then '${mark}' end`);
  const best = Object.entries(marks).map(([mark, { is }]) => `case when ${is} then ${scores[mark as Mark]} end`);
  const text = `with alike as materialized (
  ${subselects.join('\n  union\n  ')}
)
select case when is_visible then id end as id, case when is_visible then code end as code,
  case when is_visible then name end as name, case when is_visible then customer_id end as "customerId", marks
from (
  select *, row_number() over (partition by is_visible order by score desc, created_on, id) as place from (
    select record.id, ${code} as code, record.name, ${customerId} as customer_id, record.created_on,
      array_remove(array[${found.join(', ')}], null) as marks, greatest(${best.join(', ')}) as score,
      coalesce(${visibleTo({}, theViewer, 'record')}, false) as is_visible
    from alike, tenant.${table} record where record.id = alike.id
  ) each where score is not null
) candidate
where place <= ${matchesMax}
order by score desc, created_on, candidate.id`;
  return statement(name, text, { isComposed: true });
}
