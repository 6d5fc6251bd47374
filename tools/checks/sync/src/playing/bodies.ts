import type { FieldPlan, KindName, Members, SentValue } from '@rapport/testbed/model';
import type { Drawn } from './drawn.ts';

/** From what was drawn to ids: a record of a resource, and a user. */
export interface Ids {
  record(resource: KindName, drawn: number): string;
  user(drawn: number): string;
  /** The custom fields of the resource. */
  fields(resource: KindName): readonly FieldPlan[];
}

/** The body that a drawn value stands for. Members without a value are left out, or are null: that is the same. */
export function bodyOf(resource: KindName, drawn: Drawn, externalId: number | null | 'kept', ids: Ids): Members {
  const { owner, values } = drawn;
  return {
    ...ownMembers[resource](drawn, ids),
    ...(owner !== null && { ownerUserId: ids.user(owner) }),
    ...(values !== null && resource !== 'activities' && { customFields: valuesOf(values, ids.fields(resource)) }),
    ...(externalId !== 'kept' && { externalId: externalId === null ? null : `x-${externalId}` }),
  };
}

/** A value for some of the fields, and seldom one of a wrong type or of a field that is not there. */
function valuesOf(drawn: NonNullable<Drawn['values']>, fields: readonly FieldPlan[]): SentValue[] {
  return drawn.flatMap(({ field, value }) => {
    const plan = field === noField ? unknown : fields[field];
    const [word, number] = [`v${value}`, value * 1.5];
    const [right, wrong] = plan?.fieldType === 'number' ? [number, word] : [word, number];
    return plan === undefined ? [] : [{ key: plan.key, value: value === 0 ? '' : value === 1 ? wrong : right }];
  });
}

const noField = 3;
const unknown: FieldPlan = { key: 'unknown', fieldType: 'text', isRequired: false };

type OwnMembers = (drawn: Drawn, ids: Ids) => Members;

const ownMembers: Readonly<Record<KindName, OwnMembers>> = {
  customers: ({ words: [name, description], email }) => ({ name, description, email }),
  contacts: ({ words: [lastName, firstName], ...drawn }, ids) => ({
    ...{ firstName, lastName, email: drawn.email },
    ...named('customerId', 'customers', drawn.names.customers, ids),
  }),
  leads: ({ words: [companyName, firstName, lastName], email, amount: estimatedValue }) => ({
    ...{ firstName, lastName, companyName, email, estimatedValue },
  }),
  opportunities: ({ words: [name, description], names, amount, probability }, ids) => ({
    ...{ name, description, amount, probability },
    ...named('customerId', 'customers', names.customers, ids),
    ...named('contactId', 'contacts', names.contacts, ids),
    ...named('leadId', 'leads', names.leads, ids),
  }),
  activities: ({ words: [subject, description], names }, ids) => ({
    ...{ subject, description },
    ...named('customerId', 'customers', names.customers, ids),
    ...named('contactId', 'contacts', names.contacts, ids),
    ...named('leadId', 'leads', names.leads, ids),
    ...named('opportunityId', 'opportunities', names.opportunities, ids),
  }),
};

/** The body of a person, who writes more members than a client. */
export function bodyOfPerson(kind: KindName, drawn: Drawn, ids: Ids): Members {
  const {
    words: [, , lostReason],
    probability: paymentTermDays,
  } = drawn;
  const own: Readonly<Partial<Record<KindName, Members>>> = {
    customers: { paymentTermDays },
    leads: { lostReason },
    opportunities: { lostReason },
  };
  return { ...bodyOf(kind, drawn, 'kept', ids), ...own[kind] };
}

function named(member: string, resource: KindName, drawn: number | undefined, ids: Ids): Members {
  return drawn === undefined ? {} : { [member]: ids.record(resource, drawn) };
}
