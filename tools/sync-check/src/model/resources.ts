export const resourceNames = ['customers', 'contacts', 'leads', 'opportunities'] as const;

export type ResourceName = (typeof resourceNames)[number];

/** Every kind of record that operations come to: people have one that clients do not synchronise. */
export const kindNames = [...resourceNames, 'activities'] as const;

export type KindName = (typeof kindNames)[number];

/** The members of a body or of an answer. */
export type Members = Readonly<Record<string, unknown>>;

/** A member with the id of another record, and the member that shows the other record's name. */
export interface Reference {
  readonly member: string;
  readonly to: ResourceName;
  readonly shownAs: string;
  /** Whether the name is joined when the record is read, so that a new one stamps nothing. */
  readonly isJoined?: true;
}

/** The facts in the contracts on one kind of records, as far as operations of the model come to it. */
export interface ResourceFacts {
  /** One record of it, as a story calls it. */
  readonly one: string;
  /** The values of the members that the body of a create or an update leaves out. */
  readonly defaults: Members;
  /** The member that shows the state, and the state of a new record. */
  readonly state: { readonly shownAs: string; readonly first: string } | null;
  readonly references: readonly Reference[];
  /** The name that other records show; null for a resource of which none do. */
  readonly nameOf: ((members: Members) => string) | null;
  /** The members of a body that its shape makes wrong. */
  readonly problems: (body: Members) => readonly string[];
}

const nothingOf = (...members: readonly string[]): Members =>
  Object.fromEntries(members.map((member) => [member, null]));

const joined = (...texts: readonly unknown[]): string => texts.filter((text) => typeof text === 'string').join(' ');

const lacks = (body: Members, ...members: readonly string[]): boolean =>
  members.every((member) => (body[member] ?? null) === null);

export const resources: Readonly<Record<KindName, ResourceFacts>> = {
  customers: {
    one: 'customer',
    defaults: {
      ...nothingOf('email', 'phone', 'website', 'taxNumber', 'taxOffice', 'industry', 'currency', 'customerGroupId'),
      ...nothingOf('address', 'description'),
      ...{ customerType: 'customer', isActive: true },
    },
    state: null,
    references: [],
    nameOf: ({ name }) => joined(name),
    problems: (body) => (lacks(body, 'name') ? ['name'] : []),
  },
  contacts: {
    one: 'contact',
    defaults: {
      ...nothingOf('customerId', 'firstName', 'jobTitle', 'department', 'email', 'phone', 'mobilePhone', 'birthDate'),
      ...nothingOf('address', 'description'),
      ...{ isPrimary: false, doNotCall: false, emailOptOut: false },
    },
    state: null,
    references: [{ member: 'customerId', to: 'customers', shownAs: 'customerName' }],
    nameOf: ({ firstName, lastName }) => joined(firstName, lastName),
    problems: (body) => (lacks(body, 'lastName') ? ['lastName'] : []),
  },
  leads: {
    one: 'lead',
    defaults: {
      ...nothingOf('firstName', 'lastName', 'companyName', 'jobTitle', 'email', 'phone', 'mobilePhone', 'website'),
      ...nothingOf(
        'source',
        'rating',
        'industry',
        'estimatedValue',
        'currency',
        'address',
        'campaignId',
        'description',
      ),
    },
    state: { shownAs: 'status', first: 'new' },
    references: [],
    nameOf: (members) =>
      lacks(members, 'lastName') ? joined(members['companyName']) : joined(members['firstName'], members['lastName']),
    problems: (body) => [
      ...(lacks(body, 'lastName', 'companyName') ? ['lastName'] : []),
      ...(hasFourDecimals(body['estimatedValue'] ?? null) ? [] : ['estimatedValue']),
    ],
  },
  opportunities: {
    one: 'opportunity',
    defaults: {
      ...nothingOf('customerId', 'contactId', 'leadId', 'amount', 'currency', 'expectedCloseDate', 'source'),
      ...nothingOf('campaignId', 'description'),
      probability: 10,
    },
    state: { shownAs: 'stage', first: 'prospecting' },
    references: [
      { member: 'customerId', to: 'customers', shownAs: 'customerName' },
      { member: 'contactId', to: 'contacts', shownAs: 'contactName' },
      { member: 'leadId', to: 'leads', shownAs: 'leadName' },
    ],
    nameOf: ({ name }) => joined(name),
    problems: (body) => [
      ...(lacks(body, 'name') ? ['name'] : []),
      ...(lacks(body, 'customerId', 'leadId') ? ['customerId'] : []),
      ...(isAmount(body['amount'] ?? null) ? [] : ['amount']),
    ],
  },
  activities: {
    one: 'activity',
    defaults: nothingOf('customerId', 'contactId', 'leadId', 'opportunityId', 'description'),
    state: { shownAs: 'statusName', first: 'plan' },
    references: [
      { member: 'customerId', to: 'customers', shownAs: 'customerName', isJoined: true },
      { member: 'contactId', to: 'contacts', shownAs: 'contactName', isJoined: true },
      { member: 'leadId', to: 'leads', shownAs: 'leadName', isJoined: true },
      { member: 'opportunityId', to: 'opportunities', shownAs: 'opportunityName', isJoined: true },
    ],
    nameOf: null,
    problems: (body) => (lacks(body, 'subject') ? ['subject'] : []),
  },
};

/** An opportunity's amount is not negative, and the estimate of a lead may be. */
function isAmount(value: unknown): boolean {
  return hasFourDecimals(value) && Number(value) >= 0;
}

function hasFourDecimals(value: unknown): boolean {
  return value === null || (typeof value === 'number' && Number(value.toFixed(4)) === value);
}
