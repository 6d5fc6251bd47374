import { kinds, type KindName, type Members } from './kinds.ts';
import type { Model } from './model.ts';
import type { ModelRecord, Viewer } from './model-record.ts';
import { addRecord, changeRecord, isNew, nextOf, removeRecord, stepRecord, type Sent } from './record-writes.ts';

/** The answer that a request must get. */
export interface Prediction {
  readonly status: number;
  readonly code?: string;
  /** The members that a validation_failed names, in any order. */
  readonly errors?: readonly string[];
  /** The kinds that a resource_in_use names. */
  readonly usedBy?: readonly KindName[];
  /** The answer of an earlier request, word for word. */
  readonly replays?: unknown;
  /** Changes the model as the request changed the platform, and gives the record that the answer shows. */
  readonly apply?: (answered: Members) => ModelRecord | undefined;
}

export const notFound: Prediction = { status: 404, code: 'not_found' };

/** The answers of creates with a key, by client and key. */
export type StoredAnswers = Map<string, { readonly request: string; readonly body: unknown }>;

export function predictCreate(model: Model, sent: Sent, key: string | undefined, stored: StoredAnswers): Prediction {
  const { viewer, resource, body } = sent;
  const problems = kinds[resource].problems(body);
  const fieldProblems = model.fields.problems(resource, body, true);
  if (problems.length > 0) {
    return invalid([...problems, ...fieldProblems]);
  }
  const request = JSON.stringify([resource, body]);
  const earlier = key === undefined ? undefined : stored.get(`${viewer.name} ${key}`);
  if (earlier !== undefined) {
    return earlier.request === request
      ? { status: 201, replays: earlier.body }
      : { status: 409, code: 'idempotency_key_reused' };
  }
  const wrong = [...fieldProblems, ...wrongReferences(model, sent, {}, null)];
  if (wrong.length > 0) {
    return invalid(wrong);
  }
  const { externalId = null } = body;
  if (externalId !== null && model.holder(viewer, resource, externalId) !== undefined) {
    return { status: 409, code: 'external_id_conflict' };
  }
  return { status: 201, apply: (answered) => addRecord(model, sent, answered) };
}

export function predictUpdate(
  model: Model,
  sent: Sent,
  record: ModelRecord | undefined,
  ifMatch: string | undefined,
): Prediction {
  const { viewer, resource, body } = sent;
  const problems = kinds[resource].problems(body);
  const fieldProblems = model.fields.problems(resource, body, false);
  if (problems.length > 0) {
    return invalid([...problems, ...fieldProblems]);
  }
  if (record === undefined || !model.sees(viewer, record)) {
    return fieldProblems.length > 0 ? invalid(fieldProblems) : notFound;
  }
  const wrong = [...fieldProblems, ...wrongReferences(model, sent, record.members, record.ownerId)];
  if (wrong.length > 0) {
    return invalid(wrong);
  }
  if (isStale(record, ifMatch)) {
    return { status: 409, code: 'concurrency_conflict' };
  }
  const own = record.externalIds.get(viewer.name);
  const { externalId } = body;
  if (externalId !== undefined && own !== undefined && externalId !== own) {
    return { status: 409, code: 'external_id_immutable' };
  }
  const sets = typeof externalId === 'string' && own === undefined;
  if (sets && model.holder(viewer, resource, externalId) !== undefined) {
    return { status: 409, code: 'external_id_conflict' };
  }
  const next = nextOf(model, sent, record);
  const changes = sets || isNew(record, next);
  if (changes && record.state === 'converted') {
    return { status: 409, code: 'lead_converted' };
  }
  return { status: 200, apply: () => (changes ? changeRecord(model, sent, record, next, sets) : record) };
}

/** An item of a batch updates the record with its external id, and creates one where there is none. */
export function predictItem(model: Model, sent: Sent): Prediction {
  const { viewer, resource, body } = sent;
  const holder =
    typeof body['externalId'] === 'string' ? model.holder(viewer, resource, body['externalId']) : undefined;
  if (holder === undefined) {
    return predictCreate(model, sent, undefined, new Map());
  }
  const prediction = predictUpdate(model, sent, holder, undefined);
  return prediction.status === 404 ? { status: 409, code: 'external_id_conflict' } : prediction;
}

export function predictDelete(
  model: Model,
  viewer: Viewer,
  record: ModelRecord | undefined,
  ifMatch: string | undefined,
): Prediction {
  if (record === undefined || !model.sees(viewer, record)) {
    return notFound;
  }
  if (isStale(record, ifMatch)) {
    return { status: 409, code: 'concurrency_conflict' };
  }
  const usedBy = model.usedBy(record);
  if (usedBy.length > 0) {
    return { status: 409, code: 'resource_in_use', usedBy };
  }
  return {
    status: 204,
    apply: () => {
      removeRecord(model, viewer, record);
      return undefined;
    },
  };
}

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
  const { steps = {}, reasonFor } = kinds[record.resource].states ?? {};
  if (steps[record.state ?? '']?.includes(state) !== true) {
    return { status: 409, code: 'invalid_transition' };
  }
  const lostReason = (reasonFor === state ? reason : null) ?? record.own['lostReason'] ?? null;
  if (state === 'closedLost' && lostReason === null) {
    return invalid(['lostReason']);
  }
  return {
    status: 200,
    apply: () => {
      stepRecord(model, viewer, record, state, lostReason);
      return record;
    },
  };
}

export function predictGet(model: Model, viewer: Viewer, record: ModelRecord | undefined): Prediction {
  return record !== undefined && model.sees(viewer, record) ? { status: 200, apply: () => record } : notFound;
}

export function invalid(errors: readonly string[]): Prediction {
  return { status: 400, code: 'validation_failed', errors };
}

/** The members of a body whose ids name nothing that the client may name. One that does not change is not looked at. */
function wrongReferences(
  model: Model,
  { viewer, resource, body }: Sent,
  before: Members,
  ownerBefore: string | null,
): string[] {
  const wrong = kinds[resource].references
    .filter(({ member, to }) => {
      const { [member]: id = null } = body;
      const named = model.find(id);
      const isNamed = named?.resource === to && model.sees(viewer, named);
      return id !== null && id !== before[member] && !isNamed;
    })
    .map(({ member }) => member);
  const owner = body['ownerUserId'] ?? null;
  const isStranger = owner !== null && owner !== ownerBefore && !model.users.some(({ id }) => id === owner);
  return [...wrong, ...(isStranger ? ['ownerUserId'] : [])];
}

function isStale({ version }: ModelRecord, ifMatch: string | undefined): boolean {
  return ifMatch !== undefined && versionOf(ifMatch) !== version;
}

/** The version in an ETag of the platform. */
export function versionOf(etag: string | null): number {
  return Number(/^"(\d+)(?:-[\w-]{8})?"$/.exec(etag ?? '')?.[1]);
}
