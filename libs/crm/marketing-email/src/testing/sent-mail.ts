import { statement, type Sql } from '@rapport/database';
import { addressKey, type CallContext } from '@rapport/kernel';

export interface SentMail {
  readonly mailId: string;
  readonly number: number;
  readonly address: string;
}

/** Notes in the place of the worker that a mail went to a recipient. */
export async function noteSent(context: CallContext, sql: Sql, { mailId, number, address }: SentMail): Promise<void> {
  await sql.query(context, addSending, [mailId]);
  await sql.query(context, addRecipient, [mailId, number, address, addressKey(address)]);
}

const addSending = statement(
  'test_add_sending',
  'insert into tenant.marketing_sending (mail_id, recipients, sent) values ($1::uuid, 1, 1) on conflict do nothing',
);
const addRecipient = statement(
  'test_add_recipient',
  `insert into tenant.marketing_recipient (mail_id, number, address, address_key, state) values ($1::uuid, $2, $3, $4, 'sent')`,
);
