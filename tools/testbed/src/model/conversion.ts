import type { SentValue } from './custom-fields.ts';
import type { Members, ResourceName } from './kinds.ts';
import type { Model } from './model.ts';
import type { ModelRecord, Viewer } from './model-record.ts';
import { addRecord, changeRecord, isNew, nextOf, type Sent } from './record-writes.ts';
import { snapshotOf } from './timeline-items.ts';

export const targets = ['customer', 'contact', 'opportunity'] as const;
export type Target = (typeof targets)[number];

export const kindOf = {
  customer: 'customers',
  contact: 'contacts',
  opportunity: 'opportunities',
} as const satisfies Readonly<Record<Target, ResourceName>>;

/** A conversion of a lead, as a person asks for it. */
export interface Conversion {
  readonly lead: ModelRecord;
  /** Each target is made, or a record is filled, or there is none. */
  readonly plan: Readonly<Record<Target, 'create' | 'none' | ModelRecord>>;
  readonly ownerId?: string | undefined;
  readonly overwrites: boolean;
  readonly moves: boolean;
}

/** The records after a conversion. */
export interface Converted {
  readonly customer: ModelRecord;
  readonly contact: ModelRecord | null;
  readonly opportunity: ModelRecord | null;
  readonly moved: readonly ModelRecord[];
}

/** The platform's answers to reads of the lead and of what it became. */
export type Answered = Readonly<Record<Target | 'lead', Members>>;

/** Changes the model as a conversion changed the platform. All of it is one transaction. */
export function convertRecord(model: Model, viewer: Viewer, conversion: Conversion, answered: Answered): Converted {
  const { lead, moves } = conversion;
  return model.gatherRenames(() => {
    const before = snapshotOf(lead);
    const write = (target: Target, links: Members): ModelRecord | null =>
      writeTarget(model, viewer, conversion, target, links, answered[target]);
    const customer = write('customer', {});
    if (customer === null) {
      throw new Error('every conversion makes or fills a customer');
    }
    const contact = write('contact', { customerId: customer.id });
    const contactId = contact?.id ?? null;
    const opportunity = write('opportunity', { customerId: customer.id, contactId, leadId: lead.id });
    const became = { customerId: customer.id, contactId, opportunityId: opportunity?.id ?? null };
    model.stamp(lead);
    lead.state = 'converted';
    lead.became = { ...became, onUtc: String(answered.lead['lastModifiedOnUtc']) };
    model.timelines.wrote(viewer, lead, before);
    return { customer, contact, opportunity, moved: moves ? moveActivities(model, viewer, lead, became) : [] };
  });
}

/** All of the lead, those among them that the caller does not see. */
export function activitiesOf(model: Model, lead: ModelRecord): ModelRecord[] {
  return model.of('activities').filter(({ members, isDeleted }) => !isDeleted && members['leadId'] === lead.id);
}

/** The values that a record takes from a lead: the contract's table. A member without a value goes nowhere. */
export function mappedValues(model: Model, { members, values }: ModelRecord, target: Target): Members {
  const { companyName, firstName, lastName, email, website, estimatedValue: amount, description } = members;
  const name = companyName ?? [firstName, lastName].filter((text) => typeof text === 'string').join(' ');
  const own: Readonly<Record<Target, Members>> = {
    customer: { name, email, website },
    contact: { firstName, lastName, email },
    opportunity: { name, amount, description },
  };
  const customFields = model.fields.carried(model.fields.shown('leads', values), kindOf[target]);
  const there = Object.entries(own[target]).filter(([, value]) => (value ?? null) !== null);
  return { ...Object.fromEntries(there), ...(customFields.length > 0 && { customFields }) };
}

function writeTarget(
  model: Model,
  viewer: Viewer,
  { lead, plan, ownerId, overwrites }: Conversion,
  target: Target,
  links: Members,
  answered: Members,
): ModelRecord | null {
  const planned = plan[target];
  if (planned === 'none') {
    return null;
  }
  const values = mappedValues(model, lead, target);
  if (planned === 'create') {
    const body = { ...values, ...links, ownerUserId: ownerId ?? lead.ownerId };
    return addRecord(model, { viewer, resource: kindOf[target], body }, answered);
  }
  const body = { ...planned.members, ...planned.own, ...filling(model, planned, values, overwrites), ...links };
  const sent: Sent = { viewer, resource: planned.resource, body };
  const next = nextOf(model, sent, planned);
  return isNew(planned, next) ? changeRecord(model, sent, planned, next) : planned;
}

/** The values that an existing record takes: those that it has not, or all of them. */
function filling(
  model: Model,
  { resource, members, values: stored }: ModelRecord,
  { customFields = [], ...values }: Members,
  overwrites: boolean,
): Members {
  const held = new Set(model.fields.shown(resource, stored).map(({ key }) => key));
  const taken = Object.entries(values).filter(([member]) => overwrites || (members[member] ?? null) === null);
  // Custom fields alone stand there.
  const sent = (customFields as readonly SentValue[]).filter(({ key }) => overwrites || !held.has(key));
  return { ...Object.fromEntries(taken), customFields: sent };
}

/** An activity keeps what it names already. */
function moveActivities(model: Model, viewer: Viewer, lead: ModelRecord, became: Members): ModelRecord[] {
  const lacking = ({ members }: ModelRecord): [string, unknown][] =>
    Object.entries(became).filter(([member, id]) => id !== null && (members[member] ?? null) === null);
  const moved = activitiesOf(model, lead).filter((activity) => lacking(activity).length > 0);
  for (const activity of moved) {
    const before = snapshotOf(activity);
    activity.members = { ...activity.members, ...Object.fromEntries(lacking(activity)) };
    model.stamp(activity);
    model.timelines.wrote(viewer, activity, before);
  }
  return moved;
}
