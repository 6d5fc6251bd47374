export const resourceNames = ['customers', 'contacts', 'leads', 'opportunities'] as const;

export type ResourceName = (typeof resourceNames)[number];

/** Every kind of record of the model: people have one that clients do not synchronise. */
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

/** The facts in the contracts on one kind of records, as far as the model comes to it. */
export interface KindFacts {
  /** One record of it, as a story calls it. */
  readonly one: string;
  /** The values of the members that the body of a create or an update leaves out. */
  readonly defaults: Members;
  /** Members that people alone write, as a new record of a client has them. */
  readonly own: Members;
  readonly states: StateFacts | null;
  readonly references: readonly Reference[];
  /** Whether a record without a customer takes that of another record which it names. */
  readonly takesCustomer: boolean;
  /** The name that other records and timelines show. */
  readonly nameOf: (members: Members) => string;
  /** The members of a body that its shape makes wrong. */
  readonly problems: (body: Members) => readonly string[];
}

interface StateFacts {
  /** The member that shows the state to clients, or its word to people. */
  readonly shownAs: string;
  /** From each state to those that are reached from it. The first one is that of a new record. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
  /** The state that takes a reason. */
  readonly reasonFor: string | null;
  /** Members whose default follows from the state. */
  readonly sets: (state: string | null) => Members;
}

const open = ['prospecting', 'qualification', 'proposal', 'negotiation'];
const closed = ['closedWon', 'closedLost'];
const probabilities: Readonly<Record<string, number>> = {
  ...{ prospecting: 10, qualification: 20, proposal: 50, negotiation: 80, closedWon: 100, closedLost: 0 },
};

const plain = { own: {}, states: null, references: [], takesCustomer: false } as const;

export const kinds: Readonly<Record<KindName, KindFacts>> = {
  customers: {
    ...plain,
    one: 'customer',
    defaults: {
      ...nothingOf('email', 'phone', 'website', 'taxNumber', 'taxOffice', 'industry', 'currency', 'customerGroupId'),
      ...nothingOf('address', 'description'),
      ...{ customerType: 'customer', isActive: true },
    },
    own: { paymentTermDays: null },
    nameOf: ({ name }) => joined(name),
    problems: (body) => (lacks(body, 'name') ? ['name'] : []),
  },
  contacts: {
    ...plain,
    one: 'contact',
    defaults: {
      ...nothingOf('customerId', 'firstName', 'jobTitle', 'department', 'email', 'phone', 'mobilePhone', 'birthDate'),
      ...nothingOf('address', 'description'),
      ...{ isPrimary: false, doNotCall: false, emailOptOut: false },
    },
    references: [{ member: 'customerId', to: 'customers', shownAs: 'customerName' }],
    nameOf: ({ firstName, lastName }) => joined(firstName, lastName),
    problems: (body) => (lacks(body, 'lastName') ? ['lastName'] : []),
  },
  leads: {
    ...plain,
    one: 'lead',
    defaults: {
      ...nothingOf('firstName', 'lastName', 'companyName', 'jobTitle', 'email', 'phone', 'mobilePhone', 'website'),
      ...nothingOf('source', 'rating', 'industry', 'estimatedValue', 'currency', 'address', 'campaignId'),
      ...nothingOf('description'),
    },
    own: { lostReason: null },
    states: {
      shownAs: 'status',
      steps: {
        new: ['contacted', 'nurturing', 'qualified', 'unqualified'],
        contacted: ['nurturing', 'qualified', 'unqualified'],
        nurturing: ['contacted', 'qualified', 'unqualified'],
        qualified: ['contacted', 'nurturing', 'unqualified'],
        unqualified: ['new'],
        converted: [],
      },
      reasonFor: 'unqualified',
      sets: () => ({}),
    },
    nameOf: (members) =>
      lacks(members, 'lastName') ? joined(members['companyName']) : joined(members['firstName'], members['lastName']),
    problems: (body) => (lacks(body, 'lastName', 'companyName') ? ['lastName'] : []),
  },
  opportunities: {
    ...plain,
    one: 'opportunity',
    defaults: {
      ...nothingOf('customerId', 'contactId', 'leadId', 'amount', 'currency', 'expectedCloseDate', 'source'),
      ...nothingOf('campaignId', 'description'),
    },
    own: { lostReason: null },
    states: {
      shownAs: 'stage',
      steps: {
        ...Object.fromEntries(open.map((stage) => [stage, [...open, ...closed]])),
        ...Object.fromEntries(closed.map((stage) => [stage, open])),
      },
      reasonFor: 'closedLost',
      sets: (stage) => ({ probability: probabilities[stage ?? ''] ?? null }),
    },
    references: [
      { member: 'customerId', to: 'customers', shownAs: 'customerName' },
      { member: 'contactId', to: 'contacts', shownAs: 'contactName' },
      { member: 'leadId', to: 'leads', shownAs: 'leadName' },
    ],
    nameOf: ({ name }) => joined(name),
    problems: (body) => [
      ...(lacks(body, 'name') ? ['name'] : []),
      ...(lacks(body, 'customerId', 'leadId') ? ['customerId'] : []),
    ],
  },
  activities: {
    ...plain,
    one: 'activity',
    defaults: nothingOf('customerId', 'contactId', 'leadId', 'opportunityId', 'description'),
    states: {
      shownAs: 'statusName',
      steps: {
        plan: ['inProgress', 'completed', 'cancelled'],
        inProgress: ['plan', 'completed', 'cancelled'],
        completed: ['inProgress'],
        cancelled: ['plan'],
      },
      reasonFor: null,
      sets: () => ({}),
    },
    references: [
      { member: 'customerId', to: 'customers', shownAs: 'customerName', isJoined: true },
      { member: 'contactId', to: 'contacts', shownAs: 'contactName', isJoined: true },
      { member: 'leadId', to: 'leads', shownAs: 'leadName', isJoined: true },
      { member: 'opportunityId', to: 'opportunities', shownAs: 'opportunityName', isJoined: true },
    ],
    takesCustomer: true,
    nameOf: ({ subject }) => joined(subject),
    problems: (body) => (lacks(body, 'subject') ? ['subject'] : []),
  },
};

function nothingOf(...members: readonly string[]): Members {
  return Object.fromEntries(members.map((member) => [member, null]));
}

function joined(...texts: readonly unknown[]): string {
  return texts.filter((text) => typeof text === 'string').join(' ');
}

function lacks(body: Members, ...members: readonly string[]): boolean {
  return members.every((member) => (body[member] ?? null) === null);
}
