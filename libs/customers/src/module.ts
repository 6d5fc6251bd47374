import { Database } from '@rapport/database';
import { CursorCodec } from '@rapport/records';
import { ContainerModule } from 'inversify';
import { CustomerService } from './customer-service.ts';
import { customerShapeToken } from './customer-shape.ts';
import { CustomerStore } from './customer-store.ts';

export const customersModule = new ContainerModule(({ bind }) => {
  bind(CustomerStore)
    .toResolvedValue(
      (database, cursors, shape) => new CustomerStore({ database, cursors, shape }),
      [Database, CursorCodec, customerShapeToken],
    )
    .inSingletonScope();
  bind(CustomerService)
    .toResolvedValue((customers) => new CustomerService(customers), [CustomerStore])
    .inSingletonScope();
});
