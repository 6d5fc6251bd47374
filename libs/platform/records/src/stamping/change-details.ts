import { columnName, literal, type Column } from '../defining/column.ts';
import type { RecordDefinition } from '../defining/definition.ts';
import { isMemberChange, type MemberChange, type Timeline, type TimelineRule } from '../defining/timeline.ts';
import { ownerMember } from './record-owner.ts';

/**
 * A new row's details for a timeline, as SQL; null where no rule makes an item of it. They are written as text, because
 * one parse costs less than to build an object for each piece.
 */
export function createdDetails({ columns, timeline }: RecordDefinition, row: string): string | null {
  const rules = rulesOn(timeline, 'created');
  if (timeline === undefined || rules.length === 0) {
    return null;
  }
  // A row that is made stands at the time of its making anyway.
  const members = neededMembers(rules).filter((member) => member !== creationMember);
  const values = members.map((member) => {
    const value = `${row}.${columnName(member)}`;
    return entry({ member, column: columns[member], when: `${value} is not null`, before: 'null', after: value });
  });
  return detailsOf(timeline, row, values.length > 0 ? `concat_ws(',', ${values.join(', ')})` : null);
}

export function deletedDetails({ timeline }: RecordDefinition, row: string): string | null {
  return timeline && rulesOn(timeline, 'deleted').length > 0 ? detailsOf(timeline, row, null) : null;
}

/** The details of an update of these members, over `old` and `new`; null too where no rule makes an item of it. */
export function updatedDetails({ columns, timeline }: RecordDefinition, sets: readonly string[]): string | null {
  const members = sets.filter((member) => isShown(columns, member));
  const rules = timeline?.rules.filter((rule) => mayFit(rule, members)) ?? [];
  if (timeline === undefined || rules.length === 0) {
    return null;
  }
  const values = updatedValues(columns, rules, members).join(', ');
  const details = detailsOf(timeline, 'new', `nullif(concat_ws(',', ${values}), '')`);
  // A rule of any change needs no condition: without a changed member there are no values.
  return rules.some(({ on }) => on.includes('changed'))
    ? details
    : `case when ${anyOf(rules.flatMap(({ on }) => changesOf(on, members)).map(isChange))} then ${details} end`;
}

function mayFit({ on }: TimelineRule, members: readonly string[]): boolean {
  return (on.includes('changed') && members.length > 0) || changesOf(on, members).length > 0;
}

/** All members where a rule shows changes, else those of which a change is asked; and what rules need beside, when they fit. */
function updatedValues(
  columns: RecordDefinition['columns'],
  rules: readonly TimelineRule[],
  members: readonly string[],
): string[] {
  const showsAll = rules.some(({ showsChanges }) => showsChanges);
  const shown = members.filter((member) => showsAll || rules.some(({ on }) => changesOf(on, [member]).length > 0));
  return Array.from(new Set([...shown, ...neededMembers(rules)]), (member) => {
    const name = columnName(member);
    const needing = rules.filter((rule) => neededMembers([rule]).includes(member));
    const when = anyOf([
      ...(shown.includes(member) ? [isOther(name)] : []),
      ...needing.flatMap(({ on }) => changesOf(on, members)).map(isChange),
    ]);
    return entry({ member, column: columns[member], when, before: `old.${name}`, after: `new.${name}` });
  });
}

function anyOf(conditions: readonly string[]): string {
  return [...new Set(conditions)].join(' or ');
}

/** Null where a piece is null: a record without a customer concerns none. */
function detailsOf({ customer, title, source }: Timeline, row: string, values: string | null): string {
  const pieces = [
    `'{"customer":"' || ${customer(row)}`,
    `'","name":' || to_json(${title(row)})::text`,
    ...(source ? [`',"source":"' || ${source(row)} || '"'`] : []),
    values === null ? `',"values":{}}'` : `',"values":{' || ${values} || '}}'`,
  ];
  return `(${pieces.join(' || ')})::jsonb`;
}

interface Entry {
  readonly member: string;
  readonly column: Column<unknown, unknown> | undefined;
  readonly when: string;
  readonly before: string;
  readonly after: string;
}

/** A member with its old and its new value as answers show them. */
function entry({ member, column, when, before, after }: Entry): string {
  const said =
    member === customFieldsMember
      ? `cell.changed_values(${before}, ${after})`
      : `concat('"${member}":', json_build_array(${shownValue(column, before)}, ${shownValue(column, after)}))`;
  return `case when ${when} then ${said} end`;
}

/** An owner has no column of the definition, nor has the time at which a record was made. */
function shownValue(column: Column<unknown, unknown> | undefined, value: string): string {
  if (value === 'null') {
    return 'null::text';
  }
  if (column?.words) {
    return `array_position(array[${column.words.map((word) => literal(word)).join(', ')}], ${value})`;
  }
  if (column?.type === 'text') {
    return `left(${value}, ${textMax})`;
  }
  return column?.type === 'timestamptz' ? `cell.utc(${value})` : value;
}

/** References that hold nothing, such as participants, are no reason for an item. */
function isShown(columns: RecordDefinition['columns'], member: string): boolean {
  const isKnown = member in columns || member === ownerMember || member === customFieldsMember;
  return isKnown && columns[member]?.type !== 'uuid[]';
}

function rulesOn(timeline: Timeline | undefined, occasion: 'created' | 'deleted'): readonly TimelineRule[] {
  return timeline?.rules.filter(({ on }) => on.includes(occasion)) ?? [];
}

function changesOf(on: TimelineRule['on'], members: readonly string[]): MemberChange[] {
  return on.filter(isMemberChange).filter(({ changed }) => members.includes(changed));
}

/** The members that a rule asks, whether they change or not. */
function neededMembers(rules: readonly TimelineRule[]): string[] {
  const members = rules.flatMap(({ where, summary, isAtCreation }) => [
    ...(where ? [where.member] : []),
    ...(summary && 'text' in summary ? [summary.text] : []),
    ...(isAtCreation ? [creationMember] : []),
  ]);
  return [...new Set(members)];
}

function isChange({ changed, to }: MemberChange): string {
  const name = columnName(changed);
  return to === undefined ? isOther(name) : `(${isOther(name)} and new.${name} = ${literal(to)})`;
}

function isOther(name: string): string {
  return `old.${name} is distinct from new.${name}`;
}

const customFieldsMember = 'customFields';
const creationMember = 'createdOnUtc';
const textMax = 200;
