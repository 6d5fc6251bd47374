import type { Model, ModelRecord, Viewer } from './model.ts';
import { kinds } from './people/kinds.ts';
import { resources, type KindName, type Members } from './resources.ts';

/** How a request must be answered. */
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

/** A body whose members are as the client sent them. */
export interface Sent {
  readonly viewer: Viewer;
  readonly resource: KindName;
  readonly body: Members;
  /** Whether a person sends it, who writes more members than clients. */
  readonly isOfPerson?: true;
}

const notFound: Prediction = { status: 404, code: 'not_found' };

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
  if (fieldProblems.length > 0) {
    return invalid(fieldProblems);
  }
  const wrong = wrongReferences(model, sent, {}, null);
  if (wrong.length > 0) {
    return invalid(wrong);
  }
  const { externalId = null } = body;
  if (externalId !== null && model.holder(viewer, resource, externalId) !== undefined) {
    return { status: 409, code: 'external_id_conflict' };
  }
  return { status: 201, apply: (answered) => addRecord(model, sent, answered) };
}

function addRecord(model: Model, sent: Sent, answered: Members): ModelRecord {
  const { viewer, resource, body } = sent;
  const { one, state } = resources[resource];
  const ownerId = (body['ownerUserId'] ?? viewer.user.id) as string;
  const [id, at] = [answered['id'] as string, answered['lastModifiedOnUtc'] as string];
  // The number of a code is the platform's to choose.
  const code = resource === 'customers' ? { code: answered['code'] } : {};
  const record: ModelRecord = {
    ...{ resource, id, ownerId, label: `${one} ${model.of(resource).length}`, teamId: model.teamOf(ownerId) },
    ...{ members: { ...code, ...written(model, sent, state?.first) }, values: model.fields.merged({}, body) },
    ...{ own: ownWritten(sent, kinds[resource].own), state: state?.first ?? null },
    ...{ version: 1, mayBeNewer: false },
    ...{ createdOnUtc: at, lastModifiedOnUtc: null, changedAfter: model.latest, isDeleted: false },
    externalIds: new Map(typeof body['externalId'] === 'string' ? [[viewer.name, body['externalId']]] : []),
  };
  model.records.push(record);
  return record;
}

export function predictUpdate(
  model: Model,
  sent: Sent,
  record: ModelRecord | undefined,
  ifMatch: string | undefined,
): Prediction {
  const { viewer, resource, body } = sent;
  const problems = [...resources[resource].problems(body), ...model.fields.problems(resource, body, false)];
  if (problems.length > 0) {
    return invalid(problems);
  }
  if (record === undefined || !model.sees(viewer, record)) {
    return notFound;
  }
  const wrong = wrongReferences(model, sent, record.members, record.ownerId);
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
  return { status: 200, apply: () => change(model, sent, record, sets) };
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

function change(model: Model, sent: Sent, record: ModelRecord, sets: boolean): ModelRecord {
  const { viewer, resource, body } = sent;
  const before = { name: model.nameOf(resource, record), ownerId: record.ownerId, teamId: record.teamId };
  // No body of these operations has a code, and one that is left out is kept.
  const { code } = record.members;
  const members = { ...(resource === 'customers' && { code }), ...written(model, sent, record.state) };
  const own = ownWritten(sent, record.own);
  const ownerId = (body['ownerUserId'] ?? record.ownerId) as string;
  const values = model.fields.merged(record.values, body);
  const isUnchanged = isSame(members, record.members) && isSame(values, record.values) && isSame(own, record.own);
  if (!sets && ownerId === record.ownerId && isUnchanged) {
    return record;
  }
  model.stamp(record);
  record.members = members;
  record.own = own;
  record.values = values;
  if (ownerId !== record.ownerId) {
    record.ownerId = ownerId;
    record.teamId = model.teamOf(ownerId);
  }
  if (sets) {
    record.externalIds.set(viewer.name, body['externalId'] as string);
  }
  const after = { name: model.nameOf(resource, record), ownerId: record.ownerId, teamId: record.teamId };
  if (!isSame(before, after)) {
    model.stampReferrers(record);
  }
  return record;
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

export function predictGet(model: Model, viewer: Viewer, record: ModelRecord | undefined): Prediction {
  return record !== undefined && model.sees(viewer, record) ? { status: 200, apply: () => record } : notFound;
}

function invalid(errors: readonly string[]): Prediction {
  return { status: 400, code: 'validation_failed', errors };
}

/** The members of a body whose ids name nothing that the client may name. One that does not change is not looked at. */
function wrongReferences(
  model: Model,
  { viewer, resource, body }: Sent,
  before: Members,
  ownerBefore: string | null,
): string[] {
  const isNew = (member: string): boolean =>
    (body[member] ?? null) !== null && body[member] !== (before[member] ?? null);
  const wrong = resources[resource].references
    .filter(({ member, to }) => {
      const named = model.find(body[member]);
      return isNew(member) && !(named?.resource === to && model.sees(viewer, named));
    })
    .map(({ member }) => member);
  const owner = body['ownerUserId'] ?? null;
  const isStranger = owner !== null && owner !== ownerBefore && !model.users.some(({ id }) => id === owner);
  // No tenant has campaigns.
  return [...wrong, ...(isNew('campaignId') ? ['campaignId'] : []), ...(isStranger ? ['ownerUserId'] : [])];
}

/** What a body writes: null and left out are the same. */
function written(model: Model, { resource, body }: Sent, state: string | null = null): Members {
  const { defaults } = resources[resource];
  const { own, byState, takesCustomer } = kinds[resource];
  const said = Object.entries(body).filter(
    ([member, value]) => value !== null && !keptMembers.has(member) && !(member in own),
  );
  const members: Members = { ...defaults, ...byState(state), ...Object.fromEntries(said) };
  return takesCustomer ? { ...members, customerId: customerOf(model, members) } : members;
}

/** That of an activity, which takes the one of its opportunity, else of its contact. */
function customerOf(model: Model, { customerId, opportunityId, contactId }: Members): unknown {
  return (
    customerId ??
    model.find(opportunityId)?.members['customerId'] ??
    model.find(contactId)?.members['customerId'] ??
    null
  );
}

/** What people alone write. A client leaves it as it is. */
function ownWritten({ resource, body, isOfPerson }: Sent, before: Members): Members {
  const { own } = kinds[resource];
  return isOfPerson ? Object.fromEntries(Object.keys(own).map((member) => [member, body[member] ?? null])) : before;
}

const keptMembers = new Set(['ownerUserId', 'externalId', 'customFields']);

function isStale({ version }: ModelRecord, ifMatch: string | undefined): boolean {
  return ifMatch !== undefined && versionOf(ifMatch) !== version;
}

/** The version in an ETag of the platform. */
export function versionOf(etag: string | null): number {
  return Number(/^"(\d+)(?:-[\w-]{8})?"$/.exec(etag ?? '')?.[1]);
}

function isSame(one: Members, other: Members): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(members: Members): unknown[] {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
