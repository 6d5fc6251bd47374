import type { Model, ModelRecord } from '../../model.ts';
import { addRecord, changeRecord, isNew, nextOf, type Sent } from '../../record-writes.ts';
import type { Members } from '../../resources.ts';
import type { Person } from '../person.ts';
import type { ConversionBody } from './conversion-body.ts';
import { filling, kindOf, type Target } from './mapped-lead.ts';
import { activitiesOf, type ConversionPlan } from './predict-conversion.ts';

/** The records after a conversion, as the model has them. */
export interface Converted {
  readonly customer: ModelRecord;
  readonly contact: ModelRecord | null;
  readonly opportunity: ModelRecord | null;
  readonly moved: readonly ModelRecord[];
}

/** The members that are read of the records that a conversion made. */
export type ReadTargets = Readonly<Record<Target, Members>>;

/** Changes the model as a conversion changed the platform. All of it is one transaction. */
export function convertRecord(
  model: Model,
  person: Person,
  lead: ModelRecord,
  body: ConversionBody,
  plan: ConversionPlan,
  read: ReadTargets,
): Converted {
  return model.gatherRenames(() => {
    const write = (target: Target, links: Members): ModelRecord | null =>
      writeTarget(model, person, target, plan, { links, lead, body, answered: read[target] });
    const customer = write('customer', {});
    if (customer === null) {
      throw new Error('every conversion makes or fills a customer');
    }
    const contact = write('contact', { customerId: customer.id });
    const contactId = contact?.id ?? null;
    const opportunity = write('opportunity', { customerId: customer.id, contactId, leadId: lead.id });
    const opportunityId = opportunity?.id ?? null;
    model.stamp(lead);
    lead.state = 'converted';
    const moved = body.moveActivities ? move(model, lead, { customerId: customer.id, contactId, opportunityId }) : [];
    return { customer, contact, opportunity, moved };
  });
}

interface Writing {
  readonly links: Members;
  readonly lead: ModelRecord;
  readonly body: ConversionBody;
  readonly answered: Members;
}

function writeTarget(
  model: Model,
  viewer: Person,
  target: Target,
  plan: ConversionPlan,
  { links, lead, body, answered }: Writing,
): ModelRecord | null {
  const { mode, existing, values } = plan[target];
  const resource = kindOf[target];
  if (mode === 'none') {
    return null;
  }
  if (existing === undefined) {
    const owned = { ...values, ...links, ownerUserId: body.ownerUserId ?? lead.ownerId };
    return addRecord(model, { viewer, resource, body: owned }, answered);
  }
  const filled = filling(model, existing, values, body.overwriteExisting);
  const sent: Sent = { viewer, resource, body: { ...existing.members, ...filled, ...links } };
  const next = nextOf(model, sent, existing);
  return isNew(existing, next) ? changeRecord(model, existing, next, null) : existing;
}

/** An activity keeps what it names already. */
function move(model: Model, lead: ModelRecord, became: Members): ModelRecord[] {
  const lacking = ({ members }: ModelRecord): [string, unknown][] =>
    Object.entries(became).filter(([member, id]) => id !== null && (members[member] ?? null) === null);
  const moved = activitiesOf(model, lead).filter((activity) => lacking(activity).length > 0);
  for (const activity of moved) {
    activity.members = { ...activity.members, ...Object.fromEntries(lacking(activity)) };
    model.stamp(activity);
  }
  return moved;
}
