import { RecordStore, type RecordStoreOptions } from '@rapport/records';
import { customerDefinition, type CustomerColumns } from './customer.ts';

/** Customers have no statement of their own yet: what every record needs is all they need. */
export class CustomerStore extends RecordStore<CustomerColumns> {
  constructor(options: RecordStoreOptions<CustomerColumns>) {
    super(customerDefinition, options);
  }
}
