import { namedList } from '@rapport/http-contract';

/** Where a lead or an opportunity comes from. */
export const sources = namedList('LeadSource', [
  'web',
  'referral',
  'campaign',
  'event',
  'coldCall',
  'email',
  'partner',
  'existingCustomer',
  'socialMedia',
  'other',
]);
