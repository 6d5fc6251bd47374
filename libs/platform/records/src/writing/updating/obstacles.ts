import type { RecordDefinition } from '../../defining/definition.ts';
import { isStep } from '../../defining/states.ts';
import { isRecord } from '../../defining/target.ts';
import { askedBehindLock } from '../../stamping/behind-lock.ts';
import { nextValue, type BodyColumn } from '../body/body-columns.ts';

/** An obstacle to an update of some kinds alone, as a predicate over the record as it is. */
export interface Obstacle {
  readonly outcome: 'cycle' | 'step';
  readonly is: string;
}

/** `at` is the stamp, behind which other records are looked at, or null before there is one. */
export function obstaclesOf(definition: RecordDefinition, columns: readonly BodyColumn[], at: string): Obstacle[] {
  return [...cycles(definition, columns, at), ...noSteps(definition, columns, at)];
}

/** Whether the body gives a state to which no step leads from the present one. */
function noSteps({ states }: RecordDefinition, columns: readonly BodyColumn[], at: string): Obstacle[] {
  const own = columns.find(({ member }) => member === states?.member);
  if (!own || !states) {
    return [];
  }
  const was = `record.${own.name}`;
  const next = nextValue(columns, own, 'record', at);
  return [{ outcome: 'step', is: `(${was} <> ${next} and not (${isStep(states, was, next)}))` }];
}

/**
 * Whether a parent that a body gives stands below the record itself. The way up is walked by a function, which reads
 * behind the stamp `at`: two writes, each of which is right alone, can close a circle together.
 */
function cycles({ resource }: RecordDefinition, columns: readonly BodyColumn[], at: string): Obstacle[] {
  const parent = columns.find(
    ({ column: { target } }) => target && isRecord(target) && target.resource.number === resource.number,
  );
  if (!parent) {
    return [];
  }
  const { name, parameter } = parent;
  const way = `with recursive way as (
    select $1 as id
    union
    select above.${name} from tenant.${resource.table} above join way on above.id = way.id
    where above.${name} is not null
  )
  select true from way where id = $2`;
  const isNew = `${parameter} is not null and ${parameter} is distinct from record.${name}`;
  const found = askedBehindLock(way, { id: parameter, other: ':id::uuid', at });
  return [{ outcome: 'cycle', is: `(${isNew} and ${found} is not null)` }];
}
