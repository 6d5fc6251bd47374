/** The parts of names of the sample. Twenty firsts with ten kinds are two hundred companies. */
export const firsts = [
  ...['Alder', 'Beacon', 'Cobalt', 'Drift', 'Ember', 'Falcon', 'Granite', 'Harbour', 'Indigo', 'Juniper'],
  ...['Keystone', 'Lumen', 'Meridian', 'Northwind', 'Orchard', 'Pioneer', 'Quarry', 'Riverside', 'Summit', 'Tandem'],
] as const;

export const kinds = [
  ...(['Logistics', 'Foods', 'Engineering', 'Textiles', 'Software'] as const),
  ...(['Pharma', 'Energy', 'Retail', 'Printing', 'Consulting'] as const),
] as const;

export const industries: Readonly<Record<(typeof kinds)[number], string>> = {
  Logistics: 'Transport',
  Foods: 'Food and drink',
  Engineering: 'Machinery',
  Textiles: 'Clothing',
  Software: 'Information technology',
  Pharma: 'Health',
  Energy: 'Energy',
  Retail: 'Trade',
  Printing: 'Media',
  Consulting: 'Services',
};

export const places = [
  { city: 'Berlin', postalCode: '10115', countryCode: 'DE', currency: 'EUR', line1: 'Invalidenstrasse' },
  { city: 'Istanbul', postalCode: '34394', countryCode: 'TR', currency: 'TRY', line1: 'Büyükdere Caddesi' },
  { city: 'London', postalCode: 'EC2A 4NE', countryCode: 'GB', currency: 'GBP', line1: 'Great Eastern Street' },
  { city: 'Milano', postalCode: '20121', countryCode: 'IT', currency: 'EUR', line1: 'Via Brera' },
  { city: 'Lyon', postalCode: '69002', countryCode: 'FR', currency: 'EUR', line1: 'Rue de la République' },
  { city: 'Wien', postalCode: '1070', countryCode: 'AT', currency: 'EUR', line1: 'Mariahilfer Strasse' },
] as const;

export const firstNames = [
  ...['Ada', 'Ben', 'Cem', 'Dana', 'Elif', 'Felix', 'Giulia', 'Hanna', 'Ivan', 'Julia', 'Kaan'],
  ...['Lea', 'Marco', 'Nina', 'Otto', 'Paula', 'Quentin', 'Rosa', 'Selin', 'Tom', 'Vera', 'Zoe'],
] as const;

export const lastNames = [
  ...['Arslan', 'Becker', 'Conti', 'Dupont', 'Evans', 'Fischer', 'Green', 'Huber', 'Ito', 'Jansen'],
  ...['Kaya', 'Lambert', 'Moretti', 'Novak', 'Ortega', 'Patel', 'Ricci', 'Schmidt', 'Turner', 'Yilmaz', 'Zimmer'],
] as const;

export const jobs = [
  { jobTitle: 'Managing Director', department: 'Management' },
  { jobTitle: 'Head of Purchasing', department: 'Purchasing' },
  { jobTitle: 'IT Manager', department: 'IT' },
  { jobTitle: 'Operations Manager', department: 'Operations' },
  { jobTitle: 'Accountant', department: 'Finance' },
] as const;

export const products = ['Annual licence', 'Pilot project', 'Extension', 'Service contract', 'Training days'] as const;

export const lostReasons = [
  'The price was too high.',
  'Another vendor was faster.',
  'The project was stopped.',
] as const;

/** The tree of customer groups: each stands behind the one above it. */
export const groups = [
  { name: 'Key accounts', above: null },
  { name: 'Small and mid-sized', above: null },
  { name: 'Industry', above: 'Small and mid-sized' },
  { name: 'Trade', above: 'Small and mid-sized' },
  { name: 'Services', above: 'Small and mid-sized' },
] as const;

export const campaigns = [
  { name: 'Trade fair in Hanover', campaignType: 'event', beginsInDays: -170, lastsDays: 5 },
  { name: 'Spring mailing', campaignType: 'email', beginsInDays: -110, lastsDays: 30 },
  { name: 'Calls to former customers', campaignType: 'telemarketing', beginsInDays: -60, lastsDays: 90 },
  { name: 'Newsletter', campaignType: 'newsletter', beginsInDays: -30, lastsDays: 180 },
  { name: 'Webinar for purchasers', campaignType: 'webinar', beginsInDays: 21, lastsDays: 1 },
  { name: 'Letter at the end of the year', campaignType: 'directMail', beginsInDays: 60, lastsDays: 20 },
] as const;

export const notes = [
  'Prefers to be called in the morning, before ten.',
  'The budget for next year is decided in autumn; until then nothing above 20,000.',
  'Compares us with two others. The price matters less than the time to delivery.',
  'The contract of their present vendor ends in six months.',
  'Met at the fair. Wants to see the product with data of their own.',
  'Invoices go to the head office, everything else to the branch.',
] as const;
