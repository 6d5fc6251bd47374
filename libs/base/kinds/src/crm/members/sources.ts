import { namedList } from '@rapport/members/fields';

/** The source of a lead or an opportunity. */
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
