/** The resources that clients synchronise, by their names in paths. */
export const resourceNames = ['customers', 'contacts', 'leads', 'opportunities'] as const;
export type ResourceName = (typeof resourceNames)[number];

/** The ids of a tenant's records, by resource. */
export type RecordIds = Readonly<Record<ResourceName, readonly string[]>>;

/** The body of the record with this number, which refers to records of the tenant where its resource does so. */
export function bodyOf(resource: ResourceName, number: number, ids: RecordIds): Record<string, unknown> {
  const idOf = (of: ResourceName): string | null => ids[of][number % ids[of].length] ?? null;
  switch (resource) {
    case 'customers':
      return customerBody(number);
    case 'contacts':
      return contactBody(number, idOf('customers'));
    case 'leads':
      return leadBody(number);
    case 'opportunities':
      return opportunityBody(number, {
        customerId: idOf('customers'),
        contactId: idOf('contacts'),
        leadId: idOf('leads'),
      });
  }
}

/** A customer with every member set. */
export function customerBody(number: number): Record<string, unknown> {
  return {
    name: `Lindqvist & Söner Industri AB ${number}`,
    customerType: 'customer',
    email: `accounts.${number}@lindqvist.example`,
    phone: '+46 8 123 45 67',
    website: 'https://www.lindqvist.example',
    taxNumber: 'SE556677889901',
    taxOffice: 'Stockholm 4',
    industry: 'Manufacturing',
    currency: 'SEK',
    address,
    description: description(),
    externalId: `ERP-${String(number).padStart(8, '0')}`,
  };
}

/** Ten values of custom fields, of every type that has a rule. */
export const customFields = [
  { key: 'region', fieldType: 'text', value: 'Stockholm and the islands' },
  { key: 'notes', fieldType: 'textArea', value: description() },
  { key: 'seats', fieldType: 'number', value: 250 },
  { key: 'trialEnds', fieldType: 'date', value: '2027-01-31' },
  { key: 'demoAt', fieldType: 'dateTime', value: '2026-12-01T09:30:00.000000Z' },
  { key: 'isStrategic', fieldType: 'boolean', value: 'true' },
  { key: 'segment', fieldType: 'select', value: 'industry' },
  { key: 'buyer', fieldType: 'email', value: 'buyer@lindqvist.example' },
  { key: 'tender', fieldType: 'url', value: 'https://www.lindqvist.example/tender' },
  { key: 'hotline', fieldType: 'phone', value: '+46 8 123 45 99' },
] as const;

function contactBody(number: number, customerId: string | null): Record<string, unknown> {
  return {
    customerId,
    firstName: 'Åsa',
    lastName: `Lindqvist ${number}`,
    jobTitle: 'Head of purchasing',
    email: `asa.${number}@lindqvist.example`,
    mobilePhone: '+46 70 123 45 67',
    address,
    description: description(),
  };
}

function leadBody(number: number): Record<string, unknown> {
  return {
    firstName: 'Nils',
    lastName: `Ek ${number}`,
    companyName: 'Ek & Co',
    email: `nils.${number}@ek.example`,
    source: 'event',
    rating: 'warm',
    estimatedValue: 125_000.5,
    currency: 'SEK',
    address,
    description: description(),
  };
}

function opportunityBody(
  number: number,
  references: Readonly<Record<'customerId' | 'contactId' | 'leadId', string | null>>,
): Record<string, unknown> {
  return {
    name: `Three sites, offer ${number}`,
    ...references,
    amount: 480_000.25,
    currency: 'SEK',
    probability: 35,
    expectedCloseDate: '2027-03-31',
    source: 'event',
    description: description(),
    externalId: `CRM-${String(number).padStart(8, '0')}`,
  };
}

const address = {
  line1: 'Hornsgatan 12',
  line2: 'Floor 3',
  city: 'Stockholm',
  postalCode: '118 20',
  countryCode: 'SE',
};

function description(): string {
  return 'Met at the fair in spring; wants an offer for three sites, and a call before the summer holidays begin.';
}
