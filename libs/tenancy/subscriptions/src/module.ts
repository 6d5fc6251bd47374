import { StatePublisher } from '@rapport/admission';
import { Invoices } from '@rapport/billing';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { DeletionBeginning, DeletionProofs } from '@rapport/deletions';
import { Postbox } from '@rapport/mail';
import { Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { DueSubscriptions } from './due-subscriptions.ts';
import { OwnerMails } from './owner-mails.ts';
import { Plans } from './plans.ts';
import { SubscriptionStore } from './subscription-store.ts';
import { SubscriptionWriting } from './subscription-writing.ts';
import { Subscriptions } from './subscriptions.ts';
import { EntitlementService } from './tenant-entitlements.ts';

export const subscriptionsModule = new ContainerModule(({ bind }) => {
  singleton(bind, Plans, [Database]);
  singleton(bind, EntitlementService, [Database, SubscriptionStore, StatePublisher]);
  singleton(bind, SubscriptionStore, []);
  singleton(bind, OwnerMails, [Postbox, SubscriptionStore]);
  singleton(bind, SubscriptionWriting, [SubscriptionStore, Invoices, OwnerMails, DeletionBeginning]);
  singleton(bind, Subscriptions, [
    Database,
    SubscriptionStore,
    SubscriptionWriting,
    Invoices,
    StatePublisher,
    DeletionProofs,
  ]);
  singleton(bind, DueSubscriptions, [Database, SubscriptionStore, SubscriptionWriting, StatePublisher, Telemetry]);
});
