/** The user who owns the records of examples. */
export const exampleOwnerId = '01990000-0000-7000-8000-0000000000c3';

const exampleAddress = {
  line1: '12 St James’s Square',
  line2: null,
  district: 'Westminster',
  city: 'London',
  state: null,
  postalCode: 'SW1Y 4JH',
  countryCode: 'GB',
} as const;

export const exampleCustomer = {
  id: '01990000-0000-7000-8000-000000000001',
  code: 'C-000042',
  name: 'Analytical Engines Ltd',
  customerType: 'customer',
  email: 'office@engines.example',
  phone: '+44 20 7946 0000',
  website: 'https://engines.example',
  taxNumber: 'GB123456789',
  taxOffice: 'London',
  industry: 'Machinery',
  currency: 'GBP',
  customerGroupId: null,
  isActive: true,
  address: exampleAddress,
  description: 'Builds engines that weave algebraical patterns.',
} as const;

export const exampleContact = {
  id: '01990000-0000-7000-8000-000000000002',
  customerId: exampleCustomer.id,
  customerName: exampleCustomer.name,
  firstName: 'Ada',
  lastName: 'Lovelace',
  jobTitle: 'Countess',
  department: 'Notes',
  email: 'ada@engines.example',
  phone: '+44 20 7946 0001',
  mobilePhone: '+44 7700 900001',
  isPrimary: true,
  birthDate: '1985-12-10',
  address: exampleAddress,
  doNotCall: false,
  emailOptOut: false,
  description: 'Knows every note of the engine.',
} as const;

export const exampleLead = {
  id: '01990000-0000-7000-8000-000000000003',
  firstName: 'Charles',
  lastName: 'Babbage',
  companyName: 'Difference Works',
  jobTitle: 'Founder',
  email: 'charles@difference.example',
  phone: '+44 20 7946 0002',
  mobilePhone: '+44 7700 900002',
  website: 'https://difference.example',
  source: 'referral',
  rating: 'hot',
  industry: 'Machinery',
  estimatedValue: 17_000.5,
  currency: 'GBP',
  address: exampleAddress,
  campaignId: null,
  description: 'Asked for an engine at the fair.',
  status: 'new',
} as const;

export const exampleOpportunity = {
  id: '01990000-0000-7000-8000-000000000004',
  name: 'A second engine',
  customerId: exampleCustomer.id,
  customerName: exampleCustomer.name,
  contactId: exampleContact.id,
  contactName: 'Ada Lovelace',
  leadId: exampleLead.id,
  leadName: 'Charles Babbage',
  amount: 17_000.5,
  currency: 'GBP',
  probability: 10,
  expectedCloseDate: '2026-09-30',
  source: 'referral',
  campaignId: null,
  description: 'One more engine for the second hall.',
  stage: 'prospecting',
} as const;
