import type { contacts, customers, leads, opportunities } from '@rapport/crm-records';
import type { RecordStore } from '@rapport/records';

/** The stores of the surface on which leads are converted: what they show is what is copied and filled. */
export interface ConversionStores {
  readonly leads: RecordStore<typeof leads.columns>;
  readonly customers: RecordStore<typeof customers.columns>;
  readonly contacts: RecordStore<typeof contacts.columns>;
  readonly opportunities: RecordStore<typeof opportunities.columns>;
}
