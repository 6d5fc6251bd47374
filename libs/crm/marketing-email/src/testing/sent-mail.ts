import { statement, type Sql } from '@rapport/database';
import { addressKey, type CallContext } from '@rapport/kernel';

export interface SentMail {
  readonly mailId: string;
  readonly number: number;
  readonly address: string;
}

/** Notes in the place of the worker that a mail went to a recipient. */
export async function noteSent(context: CallContext, sql: Sql, mail: SentMail): Promise<void> {
  await sql.query(context, addSending.with(mail));
  await sql.query(context, addRecipient.with({ ...mail, addressKey: addressKey(mail.address) }));
}

const addSending = statement(
  'test_add_sending',
  'insert into tenant.marketing_sending (mail_id, recipients, sent) values (:mailId::uuid, 1, 1) on conflict do nothing',
);
const addRecipient = statement(
  'test_add_recipient',
  `insert into tenant.marketing_recipient (mail_id, number, address, address_key, state) values (:mailId::uuid, :number, :address, :addressKey, 'sent')`,
);
