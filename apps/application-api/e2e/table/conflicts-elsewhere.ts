import { all } from './operations.ts';

/** Conflicts that the document promises and that the table does not force, by the operations that promise them. */
interface Unforced {
  readonly code: string;
  readonly operations: readonly string[];
  readonly because: string;
}

const keyed = all.filter(([, { headers }]) => headers !== undefined && 'idempotency-key' in headers.shape);

/** The one place that tells where such a conflict is forced. */
export const conflictsElsewhere: readonly Unforced[] = [
  {
    code: 'idempotency_in_progress',
    operations: keyed.map(([name]) => name),
    because:
      'it takes two requests at the same time: libs/platform/records/src/stores/lock-and-stamp.integration.test.ts',
  },
  {
    code: 'invalid_transition',
    operations: ['executeLeadConversion', 'convertLead'],
    because:
      'it takes thousands of activities of one lead: libs/crm/lead-conversion/src/lead-conversion.integration.test.ts',
  },
];
