import type { RecordDefinition } from '../../defining/definition.ts';
import { effectsOf, type SteppedColumn } from '../../defining/states.ts';
import { firstValue, nextValue, type BodyColumn } from './body-columns.ts';

/** The columns set by the state in which a record begins, where the body says which. */
export function firstSteppedColumns(definition: RecordDefinition, columns: readonly BodyColumn[]): SteppedColumn[] {
  const own = columns.find(({ member }) => member === definition.states?.member);
  return own && definition.states
    ? effectsOf(definition.states, firstValue(definition, columns, own, 'gate.at'), 'gate.at', () => 'null')
    : [];
}

/** The columns set by a new state, where the body says the state. */
export function steppedColumns({ states }: RecordDefinition, columns: readonly BodyColumn[]): SteppedColumn[] {
  const own = columns.find(({ member }) => member === states?.member);
  if (!own || !states) {
    return [];
  }
  const next = nextValue(columns, own, 'record', 'gate.at');
  const entered = `nullif(${next}, record.${own.name})`;
  return effectsOf(states, entered, 'gate.at', (name) => `record.${name}`);
}
