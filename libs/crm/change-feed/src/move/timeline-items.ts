import { wordList } from '@rapport/database';
import { isMemberChange, timelineEnd, type Occasion, type RecordDefinition, type TimelineRule } from '@rapport/records';

/** The kinds of records of which timelines have items. */
export type TimelineKind = Pick<RecordDefinition, 'resource' | 'columns' | 'timeline'>;

/**
 * A further common table expression, which writes the timeline items of moved changes, the rows of `moved`: one of each change of
 * which a rule makes one. Nothing where there are no rules. The key is the change's own, so an item that is written again is the
 * same. What comes when its customer is deleted already is left out. The customer is looked up by a scalar subquery, because a
 * join would be planned as one with all customers. `offset 0` keeps PostgreSQL from judging the rules anew wherever one is named.
 */
export function timelineItems(kinds: readonly TimelineKind[], moved: string): string {
  const rules = kinds.flatMap((kind) => (kind.timeline?.rules ?? []).map((rule) => ({ kind, rule })));
  if (rules.length === 0) {
    return '';
  }
  const types = wordList(rules.map(({ rule }) => rule.itemType));
  return `,
items as (
  insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title, summary, actor, changes)
  select customer_id, ${chosen(rules, timeOf, 'occurred_on')}, id, (array[${types}])[rule], source_id, title,
    ${chosen(rules, summaryOf, 'null')}, actor, ${chosen(rules, changesOf, 'null')}
  from (
    select change.id, change.occurred_on, change.actor, change.details -> 'values' as said,
      change.details ->> 'name' as title, (change.details ->> 'customer')::uuid as customer_id,
      coalesce((change.details ->> 'source')::uuid, change.record_id) as source_id,
      case change.resource${kinds.map((kind) => ruleNumber(kind, rules)).join('')} end as rule
    from ${moved} change where change.details is not null offset 0
  ) item
  where rule is not null
    and (${isEnd(rules)} or (select true from tenant.customer where customer.id = item.customer_id))
  on conflict do nothing
)`;
}

interface NumberedRule {
  readonly kind: TimelineKind;
  readonly rule: TimelineRule;
}

/** The number of the first rule of a kind that fits, from 1. */
function ruleNumber(kind: TimelineKind, rules: readonly NumberedRule[]): string {
  const own = rules.flatMap(({ kind: of, rule }, index) =>
    of === kind ? [`when ${fits(rule)} then ${index + 1}`] : [],
  );
  return own.length === 0 ? '' : `\n        when ${kind.resource.number} then case ${own.join('\n          ')} end`;
}

function fits({ on, where }: TimelineRule): string {
  const occasions = on.map(isOn).join(' or ');
  return where ? `(${occasions}) and ${latest('change.details', ['values'], where.member)} = '${where.is}'` : occasions;
}

function isOn(occasion: Occasion): string {
  if (!isMemberChange(occasion)) {
    return `change.operation = '${occasion === 'changed' ? 'updated' : occasion}'`;
  }
  const { changed, to } = occasion;
  const isChanged = `change.operation = 'updated' and change.details -> 'values' ? '${changed}'`;
  return to === undefined ? isChanged : `${isChanged} and ${latest('change.details', ['values'], changed)} = '${to}'`;
}

function isEnd(rules: readonly NumberedRule[]): string {
  const ends = rules.flatMap(({ rule }, index) => (rule.itemType === timelineEnd ? [index + 1] : []));
  return `rule = any ('{${ends.join(',')}}')`;
}

/** An expression that depends on the rule. */
function chosen(
  rules: readonly NumberedRule[],
  expressionOf: (rule: NumberedRule) => string | null,
  otherwise: string,
): string {
  const byExpression = Map.groupBy(
    rules.flatMap((rule, index) => ({ number: index + 1, expression: expressionOf(rule) })),
    ({ expression }) => expression,
  );
  byExpression.delete(null);
  const cases = Array.from(
    byExpression,
    ([expression, of]) => `when rule in (${of.map(({ number }) => number).join(', ')}) then ${expression}`,
  );
  return cases.length === 0 ? otherwise : `case ${cases.join(' ')} else ${otherwise} end`;
}

/** A record that is made stands at the time of its making anyway. */
function timeOf({ rule: { isAtCreation } }: NumberedRule): string | null {
  return isAtCreation ? `coalesce((${latest('said', [], 'createdOnUtc')})::timestamptz, occurred_on)` : null;
}

function summaryOf({ kind, rule: { summary } }: NumberedRule): string | null {
  if (summary === undefined) {
    return null;
  }
  if ('text' in summary) {
    return latest('said', [], summary.text);
  }
  const words = kind.columns[summary.step]?.words;
  const [before, after] = [0, 1].map((index) => {
    const value = `(said #>> '{${summary.step},${index}}')`;
    return words ? `(array[${wordList(words)}])[${value}::int]` : value;
  });
  return `${before} || ' -> ' || ${after}`;
}

function changesOf({ rule: { showsChanges } }: NumberedRule): string | null {
  return showsChanges ? `nullif(said, '{}')` : null;
}

/** The new one of a member's two values, as text. */
function latest(object: string, path: readonly string[], member: string): string {
  return `${object} #>> '{${[...path, member, 1].join(',')}}'`;
}
