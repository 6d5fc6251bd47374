import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { CursorCodec, RecordRules } from '@rapport/records';
import { ContainerModule } from 'inversify';
import { CustomerService } from './customer-service.ts';
import { customerShapeToken } from './customer-shape.ts';
import { CustomerStore } from './customer-store.ts';

export const customersModule = new ContainerModule(({ bind }) => {
  bind(CustomerStore)
    .toResolvedValue(
      (database, cursors, shape, rules) => new CustomerStore({ database, cursors, shape, rules }),
      [Database, CursorCodec, customerShapeToken, RecordRules],
    )
    .inSingletonScope();
  singleton(bind, CustomerService, [CustomerStore]);
});
