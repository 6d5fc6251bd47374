import type { Invoice } from '@rapport/kinds';
import { nameInMail, type NoticeText } from '@rapport/mail';

/** The mail of an invoice. */
export function invoiceNotice(
  organisationName: string,
  { number, amount, currency, periodFrom, periodTo, dueOnUtc }: Invoice,
  paymentText: string | undefined,
): NoticeText {
  const sum = `${amount.toFixed(2)} ${currency}`;
  return {
    subject: `Invoice ${number}: ${sum}`,
    sentences: [
      `This is invoice ${number} for ${nameInMail(organisationName)}.`,
      `Amount: ${sum}`,
      `Period: ${dayOf(periodFrom)} to ${dayOf(periodTo)}`,
      `Due on: ${dayOf(dueOnUtc)}`,
      ...(paymentText === undefined ? [] : [paymentText]),
    ],
  };
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}
