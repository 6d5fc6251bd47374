import { isFailure } from '../../api/failure.ts';
import { getRecord, updateRecord, type Versioned } from '../../lists/records.ts';
import { changedBody, valuesOf, type FormField } from '../fields.ts';
import { merged, sameValue, type Values } from './merging.ts';
import { namingFields } from './naming-fields.ts';

/** A change of a record that a person made in a form. */
export interface Edit {
  /** The record on which the change is based. */
  readonly based: Versioned;
  readonly values: Values;
}

/** An edit that waits for the person, because another one changed the same fields to other values. */
export interface Collision extends Edit {
  readonly fields: readonly FormField[];
}

/** Saves an edit. What others changed meanwhile joins it, as long as no field was changed by both. */
export async function saveEdit(list: string, fields: readonly FormField[], edit: Edit): Promise<Collision | undefined> {
  let { based, values } = edit;
  for (;;) {
    const base = valuesOf(fields, based.record);
    if (fields.every(({ name }) => sameValue(values[name], base[name]))) {
      return undefined;
    }
    const body = { ...keyOf(list, based.record.id), ...changedBody(fields, values, base) };
    const { etag } = based;
    try {
      await namingFields(body, () => updateRecord(list, body, etag));
      return undefined;
    } catch (error) {
      if (!isFailure(error, 'concurrency_conflict')) {
        throw error;
      }
    }
    based = await getRecord(list, based.record.id);
    const { values: joined, collisions } = merged(base, values, valuesOf(fields, based.record));
    values = joined;
    if (collisions.length > 0) {
      return { based, values, fields: fields.filter(({ name }) => collisions.includes(name)) };
    }
  }
}

/** The code of a role is one of its members. */
function keyOf(list: string, id: string): object {
  return list === 'roles' ? {} : { id };
}
