import type { KindName, Members } from '../resources.ts';

/** The facts in the contract of people on one kind of records, as far as operations of the model come to it. */
export interface KindFacts {
  /** The first part of its paths. */
  readonly group: string;
  /** Members that people alone write, as a new record of a client has them. */
  readonly own: Members;
  /** From each state to those that are reached from it. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
  /** The part of the path that names a state, which is the field of searches too. */
  readonly stateWord: 'status' | 'stage';
  /** The state that takes a reason. */
  readonly reasonFor: string | null;
  /** Members whose default follows from the state. */
  readonly byState: (state: string | null) => Members;
  /** Whether a record without a customer takes that of another record which it names. */
  readonly takesCustomer: boolean;
  /** The members in which words are looked for. */
  readonly texts: readonly string[];
  /** The members by which searches are sorted, of those that operations write. */
  readonly sorts: readonly string[];
}

const plain = {
  own: {},
  steps: {},
  stateWord: 'status',
  reasonFor: null,
  byState: () => ({}),
  takesCustomer: false,
} as const;

const probabilities: Readonly<Record<string, number>> = {
  prospecting: 10,
  qualification: 20,
  proposal: 50,
  negotiation: 80,
  closedWon: 100,
  closedLost: 0,
};
const open = ['prospecting', 'qualification', 'proposal', 'negotiation'];
const closed = ['closedWon', 'closedLost'];

export const kinds: Readonly<Record<KindName, KindFacts>> = {
  customers: {
    ...plain,
    group: 'customer',
    own: { paymentTermDays: null },
    texts: ['code', 'name', 'email'],
    sorts: ['name'],
  },
  contacts: { ...plain, group: 'contact', texts: ['firstName', 'lastName', 'email'], sorts: ['lastName'] },
  leads: {
    ...plain,
    group: 'lead',
    own: { lostReason: null },
    steps: {
      new: ['contacted', 'nurturing', 'qualified', 'unqualified'],
      contacted: ['nurturing', 'qualified', 'unqualified'],
      nurturing: ['contacted', 'qualified', 'unqualified'],
      qualified: ['contacted', 'nurturing', 'unqualified'],
      unqualified: ['new'],
      converted: [],
    },
    reasonFor: 'unqualified',
    texts: ['firstName', 'lastName', 'companyName', 'email'],
    sorts: ['companyName', 'lastName'],
  },
  opportunities: {
    ...plain,
    group: 'opportunity',
    own: { lostReason: null },
    steps: {
      ...Object.fromEntries(open.map((stage) => [stage, [...open, ...closed]])),
      ...Object.fromEntries(closed.map((stage) => [stage, open])),
    },
    stateWord: 'stage',
    reasonFor: 'closedLost',
    byState: (stage) => ({ probability: probabilities[stage ?? ''] ?? null }),
    texts: ['name'],
    sorts: ['name', 'amount'],
  },
  activities: {
    ...plain,
    group: 'activity',
    steps: {
      plan: ['inProgress', 'completed', 'cancelled'],
      inProgress: ['plan', 'completed', 'cancelled'],
      completed: ['inProgress'],
      cancelled: ['plan'],
    },
    takesCustomer: true,
    texts: ['subject'],
    sorts: [],
  },
};
