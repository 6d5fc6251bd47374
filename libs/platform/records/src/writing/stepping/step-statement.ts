import { statement, type NamedStatement } from '@rapport/database';
import { columnName, literal } from '../../defining/column.ts';
import type { RecordDefinition } from '../../defining/definition.ts';
import { nameBehind } from '../../naming/copied-names.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { effectsOf, isStep, type States } from '../../defining/states.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';
import { stampedUpdate } from '../../stamping/stamped-update.ts';
import { withExpressions } from '../../stamping/table-expressions.ts';

export interface StepRow {
  readonly outcome: 'done' | 'same' | 'frozen' | 'refused' | 'forbidden' | 'unreasoned' | 'again';
  /** The state in which the record was. */
  readonly was: string;
}

/**
 * No row: the record is not there, or not visible. `done`: it is in the state now. `same`: it was, and nothing was written.
 * `frozen`, `refused`, `forbidden` without the permission, `unreasoned` without a reason: nothing was done. `again`: the
 * record changed while the statement waited for the lock, and nothing was done: it must run again.
 */
export function stepStatement(definition: RecordDefinition, states: States, { stamp }: RecordRules): NamedStatement {
  const { resource, freeze } = definition;
  const verdict = verdictOn(states, freeze?.when ?? 'false');
  const expressions = [
    `before as materialized (
  select record.version, record.${columnName(states.member)} as was, ${verdict} as verdict
  from tenant.${resource.table} record where id = :id::uuid and ${visibleTo(definition, theViewer, 'record')}
)`,
    `stamped as materialized (
  select ${stamp('1')} as at, version from before where verdict = 'done'
)`,
    ...change(definition, states),
  ];
  const answer = `select case when verdict = 'done' and written.id is null then 'again' else verdict end as outcome, was
from before left join written on true`;
  return statement(`${resource.name}_step`, withExpressions(expressions, answer));
}

function verdictOn(states: States, isFrozen: string): string {
  const { permitted } = states;
  const was = `record.${columnName(states.member)}`;
  const isKept = permitted
    ? `${was} in (${listed(permitted.from)}) and ${state} in (${listed(permitted.to)}) and not :isPermitted::boolean`
    : 'false';
  return `case when ${was} = ${state} then 'same' when ${isFrozen} then 'frozen'
    when not (${isStep(states, was, state)}) then 'refused' when ${isKept} then 'forbidden'
    when not (${isReasoned(states)}) then 'unreasoned' else 'done' end`;
}

/**
 * The step of the version that the statement judged. Another version may also name a record that is not in the
 * statement's snapshot, so that no name would be found for its copy.
 */
function change(definition: RecordDefinition, states: States): string[] {
  const effects = effectsOf(states, state, 'stamped.at', (name) => `record.${name}`);
  const given = states.reason ? reasonSet(states.reason) : [];
  return stampedUpdate(definition, {
    sets: [{ member: states.member, name: columnName(states.member), value: state }, ...effects, ...given],
    nameFor: nameBehind('stamped.at'),
    at: 'stamped.at',
    from: 'stamped',
    where: 'record.id = :id::uuid and record.version = stamped.version',
  });
}

function reasonSet({ member, states }: NonNullable<States['reason']>) {
  const name = columnName(member);
  const isGiven = `${state} in (${listed(states)}) and ${reason} is not null`;
  return [{ member, name, value: `case when ${isGiven} then ${reason} else record.${name} end` }];
}

function isReasoned({ reason: wanted }: States): string {
  return wanted?.isRequired
    ? `(not ${state} in (${listed(wanted.states)}) or coalesce(${reason}, record.${columnName(wanted.member)}) is not null)`
    : 'true';
}

function listed(states: readonly string[]): string {
  return states.map((state) => literal(state)).join(', ');
}

const state = ':state::text';
const reason = ':reason::text';
