import { all } from './operations.ts';

/** Conflicts that the document promises and that the table does not force, by the operations that promise them. */
interface Unforced {
  readonly code: string;
  readonly operations: readonly string[];
  readonly because: string;
}

const keyed = all.filter(([, { headers }]) => headers !== undefined && 'idempotency-key' in headers.shape);

/** The one place that tells where such a conflict is forced, or why it never comes. */
export const conflictsElsewhere: readonly Unforced[] = [
  {
    code: 'idempotency_in_progress',
    operations: keyed.map(([name]) => name),
    because: 'it takes two requests at the same time: libs/records/src/races.integration.test.ts',
  },
  {
    code: 'hierarchy_cycle',
    operations: ['createCustomerGroup', 'createCustomer', 'createCampaign'],
    because: 'nothing stands below a new record; creates and updates promise the same conflicts',
  },
  {
    code: 'resource_in_use',
    operations: ['createUser'],
    because: 'a new user is not the last owner; creates and updates promise the same conflicts',
  },
  {
    code: 'email_conflict',
    operations: ['updateUser'],
    because: 'another address is a 400; creates and updates promise the same conflicts',
  },
  {
    code: 'lead_converted',
    operations: ['createLead'],
    because: 'a new lead is not converted; creates and updates promise the same conflicts',
  },
  { code: 'resource_in_use', operations: ['deleteActivity'], because: 'no record refers to an activity' },
  {
    code: 'invalid_transition',
    operations: ['executeLeadConversion', 'convertLead'],
    because: 'every open lead may be converted, and of a converted one the answer is another',
  },
  {
    code: 'concurrency_conflict',
    operations: ['convertLead'],
    because: 'it names no version: libs/lead-conversion/src/lead-conversion.integration.test.ts has the races',
  },
  {
    code: 'lead_converted',
    operations: ['convertLead'],
    because: 'of a converted lead it answers true',
  },
  {
    code: 'code_conflict',
    operations: ['convertLead'],
    because: 'it gives no code',
  },
  {
    code: 'hierarchy_cycle',
    operations: ['convertLead'],
    because: 'it gives no parent',
  },
];
