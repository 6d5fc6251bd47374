import type { Model, ModelRecord, Viewer } from './model.ts';
import { kinds } from './people/kinds.ts';
import { resources, type KindName, type Members } from './resources.ts';

/** A body whose members are as the client sent them. */
export interface Sent {
  readonly viewer: Viewer;
  readonly resource: KindName;
  readonly body: Members;
  /** Whether a person sends it, who writes more members than clients. */
  readonly isOfPerson?: true;
}

/** The record that a create made, with what the platform alone chose for it. */
export function addRecord(model: Model, sent: Sent, answered: Members): ModelRecord {
  const { viewer, resource, body } = sent;
  const { one, state } = resources[resource];
  const ownerId = (body['ownerUserId'] ?? viewer.user.id) as string;
  const [id, at] = [answered['id'] as string, answered['lastModifiedOnUtc'] as string];
  // The number of a code is the platform's to choose.
  const code = resource === 'customers' ? { code: answered['code'] } : {};
  const record: ModelRecord = {
    ...{ resource, id, ownerId, label: `${one} ${model.of(resource).length}`, teamId: model.teamOf(ownerId) },
    ...{ members: { ...code, ...written(model, sent, state?.first) }, values: model.fields.merged({}, body) },
    ...{ own: ownWritten(sent, kinds[resource].own), state: state?.first ?? null, became: null },
    ...{ version: 1, mayBeNewer: false },
    ...{ createdOnUtc: at, lastModifiedOnUtc: null, changedAfter: model.latest, isDeleted: false },
    externalIds: new Map(typeof body['externalId'] === 'string' ? [[viewer.name, body['externalId']]] : []),
  };
  model.records.push(record);
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

/** Changes the record, which gets the external id of what is sent. */
export function changeRecord(model: Model, record: ModelRecord, next: Next, identified: Sent | null): ModelRecord {
  const before = bearing(model, record);
  model.stamp(record);
  record.members = next.members;
  record.own = next.own;
  record.values = next.values;
  if (next.ownerId !== record.ownerId) {
    record.ownerId = next.ownerId;
    record.teamId = model.teamOf(next.ownerId);
  }
  if (identified !== null) {
    record.externalIds.set(identified.viewer.name, identified.body['externalId'] as string);
  }
  if (!isSame(before, bearing(model, record))) {
    model.stampReferrers(record);
  }
  return record;
}

/** The part that other records show, and by what they may. */
function bearing(model: Model, record: ModelRecord): Members {
  return { name: model.nameOf(record.resource, record), ownerId: record.ownerId, teamId: record.teamId };
}

/** The members that a body writes: null and left out are the same. */
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

/** The members that people alone write. A client leaves them. */
function ownWritten({ resource, body, isOfPerson }: Sent, before: Members): Members {
  const { own } = kinds[resource];
  return isOfPerson ? Object.fromEntries(Object.keys(own).map((member) => [member, body[member] ?? null])) : before;
}

const keptMembers = new Set(['ownerUserId', 'externalId', 'customFields']);

function isSame(one: Members, other: Members): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(members: Members): unknown[] {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
