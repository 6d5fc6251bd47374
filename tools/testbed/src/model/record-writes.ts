import { kinds, type KindName, type Members } from './kinds.ts';
import type { Model } from './model.ts';
import type { ModelRecord, Viewer } from './model-record.ts';
import { snapshotOf } from './timeline-items.ts';

/** A body whose members are as the client sent them. */
export interface Sent {
  readonly viewer: Viewer;
  readonly resource: KindName;
  readonly body: Members;
}

/** The record that a create made, with what the platform alone chose for it. */
export function addRecord(model: Model, sent: Sent, answered: Members): ModelRecord {
  const { viewer, resource, body } = sent;
  const { one, own, states } = kinds[resource];
  const ownerId = (body['ownerUserId'] ?? viewer.user.id) as string;
  const [id, at] = [answered['id'] as string, answered['lastModifiedOnUtc'] as string];
  const state = Object.keys(states?.steps ?? {})[0] ?? null;
  // The number of a code is the platform's to choose.
  const code = resource === 'customers' ? { code: answered['code'] } : {};
  const record: ModelRecord = {
    ...{ resource, id, ownerId, label: `${one} ${model.of(resource).length}`, teamId: model.teamOf(ownerId) },
    ...{ members: { ...code, ...written(model, sent, state) }, values: model.fields.merged({}, body) },
    ...{ own: ownWritten(sent, own), state, became: null, version: 1, mayBeNewer: false, isDeleted: false },
    ...{ createdOnUtc: at, lastModifiedOnUtc: null, changedAfter: model.latest },
    madeAt: model.timelines.nextWrite(),
    externalIds: new Map(typeof body['externalId'] === 'string' ? [[viewer.name, body['externalId']]] : []),
  };
  model.records.push(record);
  model.timelines.wrote(viewer, record, null);
  return record;
}

/** A record as a write leaves it. */
export interface Next {
  readonly members: Members;
  readonly own: Members;
  readonly values: Members;
  readonly ownerId: string;
}

export function nextOf(model: Model, sent: Sent, record: ModelRecord): Next {
  const { resource, body } = sent;
  // No body of these operations has a code, and one that is left out is kept.
  const { code } = record.members;
  return {
    members: { ...(resource === 'customers' && { code }), ...written(model, sent, record.state) },
    own: ownWritten(sent, record.own),
    values: model.fields.merged(record.values, body),
    ownerId: (body['ownerUserId'] ?? record.ownerId) as string,
  };
}

export function isNew(record: ModelRecord, { members, own, values, ownerId }: Next): boolean {
  const isKept = isSame(members, record.members) && isSame(values, record.values) && isSame(own, record.own);
  return ownerId !== record.ownerId || !isKept;
}

/** Changes the record; its external id too, where the client gives it one. */
export function changeRecord(
  model: Model,
  { viewer, body }: Sent,
  record: ModelRecord,
  next: Next,
  isIdentified = false,
): ModelRecord {
  const [named, before] = [bearing(record), snapshotOf(record)];
  model.stamp(record);
  record.members = next.members;
  record.own = next.own;
  record.values = next.values;
  if (next.ownerId !== record.ownerId) {
    record.ownerId = next.ownerId;
    record.teamId = model.teamOf(next.ownerId);
  }
  if (isIdentified) {
    record.externalIds.set(viewer.name, body['externalId'] as string);
  }
  if (!isSame(named, bearing(record))) {
    model.stampReferrers(record);
  }
  model.timelines.wrote(viewer, record, before);
  return record;
}

export function stepRecord(model: Model, viewer: Viewer, record: ModelRecord, state: string, reason: unknown): void {
  const before = snapshotOf(record);
  model.stamp(record);
  record.state = state;
  record.members = { ...record.members, ...kinds[record.resource].states?.sets(state) };
  record.own = 'lostReason' in record.own ? { ...record.own, lostReason: reason } : record.own;
  model.timelines.wrote(viewer, record, before);
}

export function removeRecord(model: Model, viewer: Viewer, record: ModelRecord): void {
  const before = snapshotOf(record);
  record.isDeleted = true;
  model.timelines.wrote(viewer, record, before);
}

/** The part that other records show, and by what they may. */
function bearing({ resource, members, ownerId, teamId }: ModelRecord): Members {
  return { name: kinds[resource].nameOf(members), ownerId, teamId };
}

/** The members that a body writes: null and left out are the same. */
function written(model: Model, { resource, body }: Sent, state: string | null): Members {
  const { defaults, own, states, takesCustomer } = kinds[resource];
  const said = Object.entries(body).filter(
    ([member, value]) => value !== null && !keptMembers.has(member) && !(member in own),
  );
  const members: Members = { ...defaults, ...states?.sets(state), ...Object.fromEntries(said) };
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

/** The members that people alone write. A client leaves them. */
function ownWritten({ viewer, resource, body }: Sent, before: Members): Members {
  const members = Object.keys(kinds[resource].own).map((member) => [member, body[member] ?? null] as const);
  return viewer.isPerson ? Object.fromEntries(members) : before;
}

const keptMembers = new Set(['ownerUserId', 'externalId', 'customFields']);

function isSame(one: Members, other: Members): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(members: Members): unknown[] {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
