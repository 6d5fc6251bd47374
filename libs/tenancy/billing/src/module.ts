import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { ContainerModule } from 'inversify';
import { Invoices } from './invoices.ts';
import { InvoiceStore } from './invoice-store.ts';

/** Invoices that are paid outside of the platform, by what this text of the installation says. Without it none begin. */
export function billingModule(paymentText: string | undefined): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, InvoiceStore, []);
    bind(Invoices)
      .toResolvedValue((database, store) => new Invoices(database, store, paymentText), [Database, InvoiceStore])
      .inSingletonScope();
  });
}
