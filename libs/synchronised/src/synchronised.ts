import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { leads } from '@rapport/leads';
import { opportunities } from '@rapport/opportunities';
import type { RecordDefinition } from '@rapport/records';

/** Everything that clients synchronise: the records of the public API, which alone are read from feeds. */
export const synchronised: readonly RecordDefinition[] = [customers, contacts, leads, opportunities];
