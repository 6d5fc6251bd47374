import { isFailure } from '../../api/failure.ts';
import { getRecord, updateRecord, type Versioned } from '../../lists/records.ts';
import { changedBody, valuesOf, type FormField } from '../fields.ts';
import { merged, sameValue, type Values } from './merging.ts';
import { namingFields } from './naming-fields.ts';
import { isRefusal } from './once.ts';

/** A change of a record that a person made in a form. */
export interface Edit {
  /** The record on which the change is based. */
  readonly based: Versioned;
  readonly values: Values;
  /** The changes of tries without an answer. They may have taken effect, and then they are the person's own. */
  readonly unanswered: Values[];
}

/** An edit that waits for the person, because another one changed the same fields to other values. */
export interface Collision extends Edit {
  readonly fields: readonly FormField[];
}

/** Saves an edit. What others changed meanwhile joins it, as long as no field was changed by both. */
export async function saveEdit(list: string, fields: readonly FormField[], edit: Edit): Promise<Collision | undefined> {
  const { unanswered } = edit;
  const changes = changesOf(edit, fields);
  let { based, values } = edit;
  for (;;) {
    const base = valuesOf(fields, based.record);
    if (unanswered.length === 0 && fields.every(({ name }) => sameValue(values[name], base[name]))) {
      return undefined;
    }
    const body = { ...keyOf(list, based.record.id), ...changedBody(fields, values, base) };
    const { etag } = based;
    try {
      await namingFields(body, () => updateRecord(list, body, etag));
      return undefined;
    } catch (error) {
      if (!isRefusal(error)) {
        unanswered.push(changes);
      }
      if (!isFailure(error, 'concurrency_conflict')) {
        throw error;
      }
    }
    based = await getRecord(list, based.record.id);
    const theirs = valuesOf(fields, based.record);
    const { values: joined, collisions } = merged({ ...base, ...ownOf(theirs, unanswered) }, values, theirs);
    values = joined;
    if (collisions.length > 0) {
      return { based, values, unanswered, fields: fields.filter(({ name }) => collisions.includes(name)) };
    }
  }
}

function changesOf({ based, values }: Edit, fields: readonly FormField[]): Values {
  const base = valuesOf(fields, based.record);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, base[name])));
}

/** The values of a record that come from the person's own tries. */
function ownOf(values: Values, unanswered: readonly Values[]): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      unanswered.some((changes) => name in changes && sameValue(changes[name], value)),
    ),
  );
}

/** The code of a role is one of its members. */
function keyOf(list: string, id: string): object {
  return list === 'roles' ? {} : { id };
}
