import {
  activitiesOf,
  convertRecord,
  kindOf,
  predictConversion,
  targets,
  type AskedConversion,
  type Conversion,
  type ModelRecord,
  type Target,
} from '@rapport/testbed/model';
import type { Person } from '../../actors/person.ts';
import { compare, expectSame } from '../compare.ts';
import type { Convert } from './people-operations.ts';
import { compareRead, missingId, readRecord, versionFor, type PeopleStage } from './people-stage.ts';

/** Converts a lead on the application API and on the model side by side. Matches refuse nothing. */
export async function playConversion(stage: PeopleStage, person: Person, operation: Convert): Promise<void> {
  const { model, requests, idsFor } = stage;
  const { customer, contact, opportunity, owner, overwrites, moves } = operation;
  const ids = idsFor(person);
  const lead = chosenLead(stage, person, operation);
  const version = versionFor(lead, operation.version);
  const ownerId = owner === null ? undefined : ids.user(owner);
  const sent = (target: Target, drawn: string | number) =>
    typeof drawn === 'string'
      ? { mode: drawn }
      : { mode: 'existing', [`${target}Id`]: ids.record(kindOf[target], drawn) };
  const planned = <M extends string>(target: Target, drawn: M | number): M | ModelRecord | undefined =>
    typeof drawn === 'string' ? drawn : model.find(ids.record(kindOf[target], drawn));
  const asked: AskedConversion = {
    ...{ lead, version, ownerId, overwrites, moves },
    plan: { customer: planned('customer', customer), contact: planned('contact', contact), opportunity },
  };
  const prediction = predictConversion(model, person, asked);
  const body = {
    ...{ leadId: lead?.id ?? missingId, version, ownerUserId: ownerId, skipDuplicateCheck: true },
    ...{ customer: sent('customer', customer), contact: sent('contact', contact), opportunity: { mode: opportunity } },
    ...{ overwriteExisting: overwrites, moveActivities: moves },
  };
  const answer = await requests.send(person, 'POST', 'lead/convert', { body });
  compare(model, person, answer, prediction);
  if (prediction.status === 200) {
    // A conversion that is not refused names records that are there.
    const conversion = asked as Conversion;
    expectSame('the result of the conversion', answer.body, await compareConverted(stage, person, conversion));
  }
}

/** A lead, or one of those with activities, which move with it. */
function chosenLead({ model, pick }: PeopleStage, person: Person, { record, isOfActive }: Convert) {
  const active = model.list(person, 'leads').filter((lead) => activitiesOf(model, lead).length > 0);
  return isOfActive && active.length > 0 ? active[record % active.length] : pick(person, 'leads', record);
}

/** Compares the lead, what it became, and all that changed with it. The result that the conversion must have. */
async function compareConverted(stage: PeopleStage, person: Person, conversion: Conversion) {
  const { lead, plan } = conversion;
  const ofLead = (await readRecord(stage, 'leads', lead.id)).body;
  const answered = { lead: ofLead, customer: {}, contact: {}, opportunity: {} };
  for (const target of targets) {
    const id = ofLead[`converted${target.charAt(0).toUpperCase()}${target.slice(1)}Id`];
    answered[target] = typeof id === 'string' ? (await readRecord(stage, kindOf[target], id)).body : {};
  }
  const converted = convertRecord(stage.model, person, conversion, answered);
  const { customer, contact, opportunity, moved } = converted;
  for (const record of [lead, customer, contact, opportunity, ...moved].filter((one) => one !== null)) {
    compareRead(stage, record, await readRecord(stage, record.resource, record.id));
  }
  return {
    ...{ leadId: lead.id, status: 'converted', customerId: customer.id },
    ...{ contactId: contact?.id ?? null, opportunityId: opportunity?.id ?? null },
    ...{ customerCreated: plan.customer === 'create', contactCreated: plan.contact === 'create' },
    ...{ opportunityCreated: plan.opportunity === 'create', movedActivityCount: moved.length },
    convertedOnUtc: lead.lastModifiedOnUtc,
  };
}
