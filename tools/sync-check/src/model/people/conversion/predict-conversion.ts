import type { Model, ModelRecord } from '../../model.ts';
import { invalid, notFound, type Prediction } from '../../predict.ts';
import type { Members } from '../../resources.ts';
import type { Person } from '../person.ts';
import type { ConversionBody, SentTarget } from './conversion-body.ts';
import {
  fieldMappings,
  filling,
  kindOf,
  laidOver,
  mappedLead,
  targets,
  sentValues,
  unmappedFields,
  type Target,
} from './mapped-lead.ts';
import { isStrong, matchesOf, shownMatch, type Match } from './matches.ts';

/** The plan for a target. */
export interface PlannedTarget {
  readonly mode: 'create' | 'existing' | 'none';
  /** The record that is filled. */
  readonly existing: ModelRecord | undefined;
  readonly values: Members;
}

export type ConversionPlan = Readonly<Record<Target, PlannedTarget>>;

/** The answer that a conversion must get: a refusal, or the plan of what it writes. */
export interface PredictedConversion {
  readonly refusal?: Prediction;
  /** The data of a refusal beside its code. */
  readonly data?: Members;
  readonly plan?: ConversionPlan;
}

/** The preview of the conversion, where the person sees the lead. */
export function predictPreview(model: Model, person: Person, lead: ModelRecord): Members {
  const mapped = mappedLead(model, lead);
  const basis = { customer: mapped.customer, contact: mapped.contact, opportunity: mapped.opportunity };
  const plan = planned(model, person, basis, {});
  const blockers = [
    ...(lead.state === 'converted' ? ['already_converted'] : []),
    ...(mayConvert(person) ? [] : ['missing_permission']),
  ];
  const shown = (target: Target) => ({ suggestedMode: plan[target].mode, values: mapped[target] });
  return {
    ...{ leadId: lead.id, leadStatus: lead.state, version: String(lead.version) },
    ...{ canConvert: blockers.length === 0, blockers },
    ...{ customer: shown('customer'), contact: shown('contact'), opportunity: shown('opportunity') },
    ...shownMatches(model, person, basis),
    fieldMappings: inOrder(fieldMappings(lead, mapped)),
    unmappedCustomFields: unmappedFields(model, lead, mapped),
    activityCount: activitiesOf(model, lead).length,
    campaignMemberCount: 0,
  };
}

/** Mappings in an order of their own, because the contract promises none. */
export function inOrder(mappings: readonly Members[]): Members[] {
  return mappings.toSorted((one, other) => (String(one['target']) < String(other['target']) ? -1 : 1));
}

/** All of the lead, those among them that the caller does not see. */
export function activitiesOf(model: Model, lead: ModelRecord): ModelRecord[] {
  return model.of('activities').filter(({ members, isDeleted }) => !isDeleted && members['leadId'] === lead.id);
}

/** The refusals in their order. */
export function predictConversion(
  model: Model,
  person: Person,
  lead: ModelRecord | undefined,
  body: ConversionBody,
): PredictedConversion {
  const named = targets.filter((target) => (body[target]?.mode ?? 'none') !== 'none');
  if (!mayConvert(person) || !named.every((target) => person.may(`${kindOf[target]}.write`))) {
    return { refusal: denied };
  }
  if (lead === undefined || !model.sees(person, lead)) {
    return { refusal: notFound };
  }
  if (lead.state === 'converted') {
    return { refusal: { status: 409, code: 'lead_converted' } };
  }
  if (body.version !== undefined && body.version !== String(lead.version)) {
    return { refusal: { status: 409, code: 'concurrency_conflict' } };
  }
  const mapped = mappedLead(model, lead);
  const basis = {
    customer: laidOver(mapped.customer, body.customer?.values),
    contact: laidOver(mapped.contact, body.contact?.values),
    opportunity: laidOver(mapped.opportunity, body.opportunity?.values),
  };
  const plan = planned(model, person, basis, body);
  const { ownerUserId } = body;
  const isStranger = ownerUserId !== undefined && !model.users.some(({ id }) => id === ownerUserId);
  if (!isStranger && !body.skipDuplicateCheck && isDuplicate(model, basis, plan)) {
    const data = shownMatches(model, person, basis);
    return { refusal: { status: 409, code: 'duplicate_found' }, data };
  }
  const wrong = targets.flatMap((target) => wrongIn(model, person, target, plan, body));
  const all = [...(isStranger ? ['ownerUserId'] : []), ...wrong];
  return all.length === 0 ? { plan } : { refusal: invalid(all) };
}

function mayConvert(person: Person): boolean {
  return ['lead.convert', 'leads.write', 'customers.write'].every((permission) => person.may(permission));
}

const denied: Prediction = { status: 403, code: 'permission_denied' };

type Basis = Readonly<Record<Target, Members>>;

/** The plan as it is asked for; what is left out is as suggested. */
function planned(
  model: Model,
  person: Person,
  basis: Basis,
  asked: Partial<Readonly<Record<Target, SentTarget>>>,
): ConversionPlan {
  const customer = asked.customer
    ? said(model, asked.customer, asked.customer.customerId)
    : suggested(firstSeen(model, person, matchesOf(model, 'customers', basis.customer)));
  const contact = asked.contact
    ? said(model, asked.contact, asked.contact.contactId)
    : suggestedContact(model, person, basis.contact, customer.existing?.id ?? null);
  const opportunity = asked.opportunity ?? { mode: person.may('opportunities.write') ? 'create' : 'none' };
  return {
    customer: { ...customer, values: basis.customer },
    contact: { ...contact, values: basis.contact },
    opportunity: { mode: opportunity.mode, existing: undefined, values: basis.opportunity },
  };
}

type Decided = Pick<PlannedTarget, 'mode' | 'existing'>;

function said(model: Model, { mode }: SentTarget, id: string | undefined): Decided {
  return { mode, existing: mode === 'existing' ? model.find(id) : undefined };
}

function suggested(match: Match | undefined): Decided {
  return { mode: match ? 'existing' : 'create', existing: match?.record };
}

function suggestedContact(model: Model, person: Person, values: Members, customerId: string | null): Decided {
  if (!person.may('contacts.write')) {
    return { mode: 'none', existing: undefined };
  }
  const among = matchesOf(model, 'contacts', values).filter(({ record: { members } }) =>
    [null, customerId].includes(members['customerId'] as string | null),
  );
  const decided = suggested(firstSeen(model, person, among));
  const lacksName = (values['lastName'] ?? null) === null;
  return decided.mode === 'create' && lacksName ? { mode: 'none', existing: undefined } : decided;
}

function firstSeen(model: Model, person: Person, matches: readonly Match[]): Match | undefined {
  return matches.find((match) => isStrong(match) && model.sees(person, match.record));
}

function isDuplicate(model: Model, basis: Basis, plan: ConversionPlan): boolean {
  return (['customer', 'contact'] as const).some(
    (target) => plan[target].mode === 'create' && matchesOf(model, kindOf[target], basis[target]).some(isStrong),
  );
}

function shownMatches(model: Model, person: Person, basis: Basis): Members {
  const shown = (target: 'customer' | 'contact') =>
    matchesOf(model, kindOf[target], basis[target]).map((match) => shownMatch(model, person, match));
  return { customerMatches: shown('customer'), contactMatches: shown('contact') };
}

/** The paths of what is wrong with a target. */
function wrongIn(model: Model, person: Person, target: Target, plan: ConversionPlan, body: ConversionBody): string[] {
  const { mode, existing, values } = plan[target];
  switch (mode) {
    case 'none':
      return [];
    case 'existing': {
      const isSeen = existing !== undefined && existing.resource === kindOf[target] && model.sees(person, existing);
      const customerId = existing?.members['customerId'] ?? null;
      // Of a customer that is refused itself the contact cannot be another one's.
      const isOfAnother =
        target === 'contact' &&
        customerId !== null &&
        customerId !== plan.customer.existing?.id &&
        wrongIn(model, person, 'customer', plan, body).length === 0;
      return isSeen && !isOfAnother
        ? wrongFields(model, target, filling(model, existing, values, body.overwriteExisting), body, false)
        : [`${target}.${target}Id`];
    }
    case 'create': {
      if (target === 'contact' && (values['lastName'] ?? null) === null) {
        return ['contact.values.lastName'];
      }
      return wrongFields(model, target, values, body, true);
    }
  }
}

/** The problems of the custom fields of what is written, by their places in the body. */
function wrongFields(
  model: Model,
  target: Target,
  written: Members,
  body: ConversionBody,
  isCreate: boolean,
): string[] {
  const given = sentValues(body[target]?.values ?? {});
  const keys = sentValues(written).map(({ key }) => key);
  return model.fields
    .problems(kindOf[target], written, isCreate)
    .map((path) => path.replace(/\d+/, (at) => String(given.findIndex(({ key }) => key === keys[Number(at)]))))
    .map((path) => `${target}.values.${path}`);
}
