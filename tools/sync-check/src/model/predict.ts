import type { Model, ModelRecord, Viewer } from './model.ts';
import { addRecord, changeRecord, isNew, nextOf, type Sent } from './record-writes.ts';
import { resources, type KindName, type Members } from './resources.ts';

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
  const problems = resources[resource].problems(body);
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
  const problems = resources[resource].problems(body);
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
  return { status: 200, apply: () => (changes ? changeRecord(model, record, next, sets ? sent : null) : record) };
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
      record.isDeleted = true;
      return undefined;
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
  const isOther = (member: string): boolean =>
    (body[member] ?? null) !== null && body[member] !== (before[member] ?? null);
  const wrong = resources[resource].references
    .filter(({ member, to }) => {
      const named = model.find(body[member]);
      return isOther(member) && !(named?.resource === to && model.sees(viewer, named));
    })
    .map(({ member }) => member);
  const owner = body['ownerUserId'] ?? null;
  const isStranger = owner !== null && owner !== ownerBefore && !model.users.some(({ id }) => id === owner);
  // No tenant has campaigns.
  return [...wrong, ...(isOther('campaignId') ? ['campaignId'] : []), ...(isStranger ? ['ownerUserId'] : [])];
}

function isStale({ version }: ModelRecord, ifMatch: string | undefined): boolean {
  return ifMatch !== undefined && versionOf(ifMatch) !== version;
}

/** The version in an ETag of the platform. */
export function versionOf(etag: string | null): number {
  return Number(/^"(\d+)(?:-[\w-]{8})?"$/.exec(etag ?? '')?.[1]);
}
