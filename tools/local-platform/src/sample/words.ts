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
