import type { RecordDefinition } from '@rapport/records';
import { contacts } from './contacts.ts';
import { customers } from './customers/customers.ts';
import { leads } from './leads.ts';
import { opportunities } from './opportunities.ts';

/** Everything that clients synchronise: the records of the public API, which alone are read from feeds. */
export const synchronised: readonly RecordDefinition[] = [customers, contacts, leads, opportunities];
