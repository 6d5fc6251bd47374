export const resourceNames = ['customers', 'contacts', 'leads', 'opportunities'] as const;

export type ResourceName = (typeof resourceNames)[number];

/** The members of a body or of an answer. */
export type Members = Readonly<Record<string, unknown>>;

/** A member with the id of another record, and the member that shows the other record's name. */
export interface Reference {
  readonly member: string;
  readonly to: ResourceName;
  readonly shownAs: string;
}

/** What the contract says of one resource, as far as operations of the model come to it. */
export interface ResourceFacts {
  /** One record of it, as a story calls it. */
  readonly one: string;
  /** What a create or an update gives the members that its body leaves out. */
  readonly defaults: Members;
  /** Members of answers that no body writes. */
  readonly readOnly: Members;
  readonly references: readonly Reference[];
  /** The name that other records show; null for a resource of which none do. */
  readonly nameOf: ((members: Members) => string) | null;
  /** The members of a body that its shape makes wrong. */
  readonly problems: (body: Members) => readonly string[];
}

const nothingOf = (...members: readonly string[]): Members =>
  Object.fromEntries(members.map((member) => [member, null]));

const joined = (...parts: readonly unknown[]): string => parts.filter((part) => typeof part === 'string').join(' ');

const lacks = (body: Members, ...members: readonly string[]): boolean =>
  members.every((member) => (body[member] ?? null) === null);

export const resources: Readonly<Record<ResourceName, ResourceFacts>> = {
  customers: {
    one: 'customer',
    defaults: {
      ...nothingOf('email', 'phone', 'website', 'taxNumber', 'taxOffice', 'industry', 'currency', 'customerGroupId'),
      ...nothingOf('address', 'description'),
      ...{ customerType: 'customer', isActive: true },
    },
    readOnly: {},
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
    readOnly: {},
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
    readOnly: { status: 'new' },
    references: [],
    nameOf: (members) =>
      lacks(members, 'lastName') ? joined(members['companyName']) : joined(members['firstName'], members['lastName']),
    problems: (body) => (lacks(body, 'lastName', 'companyName') ? ['lastName'] : []),
  },
  opportunities: {
    one: 'opportunity',
    defaults: {
      ...nothingOf('customerId', 'contactId', 'leadId', 'amount', 'currency', 'expectedCloseDate', 'source'),
      ...nothingOf('campaignId', 'description'),
      probability: 10,
    },
    readOnly: { stage: 'prospecting' },
    references: [
      { member: 'customerId', to: 'customers', shownAs: 'customerName' },
      { member: 'contactId', to: 'contacts', shownAs: 'contactName' },
      { member: 'leadId', to: 'leads', shownAs: 'leadName' },
    ],
    nameOf: null,
    problems: (body) => [
      ...(lacks(body, 'name') ? ['name'] : []),
      ...(lacks(body, 'customerId', 'leadId') ? ['customerId'] : []),
      ...(isAmount(body['amount'] ?? null) ? [] : ['amount']),
    ],
  },
};

/** An opportunity's amount is not negative, and has four decimals at most. */
function isAmount(value: unknown): boolean {
  return value === null || (typeof value === 'number' && value >= 0 && Number(value.toFixed(4)) === value);
}
