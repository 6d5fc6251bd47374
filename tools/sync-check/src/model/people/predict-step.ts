import type { Model, ModelRecord, Viewer } from '../model.ts';
import { invalid, notFound, type Prediction } from '../predict.ts';
import { kinds } from './kinds.ts';

/** A step to another state. The reason is a text, or null where the request says none. */
export function predictStep(
  model: Model,
  viewer: Viewer,
  record: ModelRecord | undefined,
  state: string,
  reason: string | null,
): Prediction {
  if (record === undefined || !model.sees(viewer, record)) {
    return notFound;
  }
  if (record.state === state) {
    return { status: 200, apply: () => record };
  }
  if (record.state === 'converted') {
    return { status: 409, code: 'lead_converted' };
  }
  const { steps, reasonFor, byState } = kinds[record.resource];
  if (steps[record.state ?? '']?.includes(state) !== true) {
    return { status: 409, code: 'invalid_transition' };
  }
  const isReasoned = reasonFor === state;
  const lostReason = (isReasoned ? reason : null) ?? record.own['lostReason'] ?? null;
  if (state === 'closedLost' && lostReason === null) {
    return invalid(['lostReason']);
  }
  return {
    status: 200,
    apply: () => {
      model.stamp(record);
      record.state = state;
      record.members = { ...record.members, ...byState(state) };
      record.own = 'lostReason' in record.own ? { ...record.own, lostReason } : record.own;
      return record;
    },
  };
}
