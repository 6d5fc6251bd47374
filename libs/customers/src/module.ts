import { Database } from '@rapport/database';
import { CursorCodec, RecordRules, RecordStore, type Records } from '@rapport/records';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { customerDefinition, type CustomerInput, type CustomerShape } from './customer.ts';

/** What can be done with customers. */
export const customerRecords: ServiceIdentifier<Records<CustomerInput>> = Symbol('CustomerRecords');

/** Customers as a surface shows them. */
export function customersModule(shape: CustomerShape): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(customerRecords)
      .toResolvedValue(
        (database, cursors, rules) => new RecordStore(customerDefinition, { database, cursors, shape, rules }),
        [Database, CursorCodec, RecordRules],
      )
      .inSingletonScope();
  });
}
