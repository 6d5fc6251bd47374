/** Where a lead or an opportunity comes from. */
export const sources = [
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
] as const;
