import type { Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { nameInMail, noticeOf, type NoticeText, type Postbox } from '@rapport/mail';
import type { OwnersMail } from './subscription-change.ts';
import type { SubscriptionStore } from './subscription-store.ts';
import type { Subscription } from './subscription.ts';

/** Mails about a subscription to the owners whose address is verified. The change that sends them writes them. */
export class OwnerMails {
  readonly #postbox: Postbox;
  readonly #store: SubscriptionStore;

  constructor(postbox: Postbox, store: SubscriptionStore) {
    this.#postbox = postbox;
    this.#store = store;
  }

  async post(context: CallContext, sql: Sql, tenantId: string, notice: NoticeText): Promise<void> {
    for (const { email } of await this.#store.verifiedOwners(context, sql, tenantId)) {
      await this.#postbox.post(context, sql, noticeOf(email, notice), tenantId);
    }
  }
}

/** The mail's text on the subscription as it is when the change is made. */
export function noticeAbout(mail: OwnersMail, subscription: Subscription): NoticeText {
  const name = nameInMail(subscription.organisationName);
  return texts[mail](name, subscription);
}

const texts: Readonly<Record<OwnersMail, (name: string, subscription: Subscription) => NoticeText>> = {
  trialEndsSoon: (name, { periodEnds, cancelsOn }) => ({
    subject: `The trial of ${name} ends soon`,
    sentences: [
      `The trial of ${name} ends on ${dayOf(periodEnds)}.`,
      cancelsOn === null
        ? 'The subscription then goes on with the plan that was chosen. An owner can choose another plan or cancel until then.'
        : 'The subscription is cancelled and ends with it. An owner can reactivate it until then.',
    ],
  }),
  pastDue: (name, { suspendsOn }) => ({
    subject: `An invoice of ${name} is past due`,
    sentences: [
      `An invoice of ${name} is past due. Everything works as before.`,
      ...(suspendsOn === null ? [] : [`Unless it is paid, ${name} is suspended on ${dayOf(suspendsOn)}.`]),
    ],
  }),
  suspendedByOperator: (name) => suspended(name, 'The operator of the CRM suspended it, and can resume it.'),
  suspendedUnpaid: (name) => suspended(name, 'It works again as soon as no invoice is past due.'),
  cancelled: (name) => ({
    subject: `The subscription of ${name} has ended`,
    sentences: [
      `The subscription of ${name} has ended. Its records are kept, and are closed until an owner reactivates it.`,
    ],
  }),
};

function suspended(name: string, until: string): NoticeText {
  const what = `${name} is suspended: its records can be read, and neither people nor API clients change them.`;
  return { subject: `${name} is suspended`, sentences: [what, until] };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
