import { admissionModule } from '@rapport/admission';
import { auditModule } from '@rapport/audit';
import { billingModule } from '@rapport/billing';
import { bindPlatform, type Platform } from '@rapport/container';
import { deletionsModule } from '@rapport/deletions';
import { postboxModule } from '@rapport/mail';
import { sagasModule } from '@rapport/sagas';
import { Container } from 'inversify';
import { subscriptionsModule } from '../module.ts';

export interface BillingSettings {
  readonly INVOICE_PAYMENT_TEXT: string | undefined;
}

/** The parts of a process that has subscriptions. */
export function bindSubscriptions(platform: Platform, settings: Partial<BillingSettings>): Container {
  const { INVOICE_PAYMENT_TEXT: text } = { INVOICE_PAYMENT_TEXT: 'Pay to the account 1.', ...settings };
  const container = new Container();
  bindPlatform(container, platform);
  container.load(
    admissionModule,
    auditModule,
    postboxModule,
    billingModule(text),
    sagasModule,
    deletionsModule,
    subscriptionsModule,
  );
  return container;
}
