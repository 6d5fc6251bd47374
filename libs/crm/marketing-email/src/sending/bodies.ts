import { statement, type TenantSql } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import type { OutgoingMail } from '@rapport/mail';
import { messageTo, prepareMail, type PreparedMail } from '../message/prepared-mail.ts';
import type { UnsubscribeLinks } from '../unsubscribing/unsubscribe-links.ts';
import type { ClaimedRecipient } from './claims.ts';

export interface Body {
  /** About so many has a message of the mail. */
  readonly bytes: number;
  readonly to: (recipient: ClaimedRecipient) => OutgoingMail;
}

export type MailLinks = Pick<UnsubscribeLinks, 'linkFor'>;

/** Prepares mails, and remembers some for their next turns: a mail does not change while it is sent. */
export class Bodies {
  readonly #links: MailLinks;
  readonly #bounceDomain: string | undefined;
  readonly #prepared = new LeastRecentlyUsed<string, PreparedMail>(preparedMax);

  /** A mail that cannot be delivered comes back to an address of the domain, by which its recipient is known. */
  constructor(links: MailLinks, bounceDomain?: string) {
    this.#links = links;
    this.#bounceDomain = bounceDomain;
  }

  async of(context: CallContext, sql: TenantSql, mailId: string): Promise<Body> {
    const prepared = this.#prepared.get(mailId) ?? (await this.#prepare(context, sql, mailId));
    const to = (recipient: ClaimedRecipient) => {
      const { number } = recipient;
      const link = this.#links.linkFor({ tenantNumber: sql.tenant.number, mailId, number });
      const token = link.slice(link.lastIndexOf('/') + 1);
      const bounceAddress = this.#bounceDomain && `b-${token}@${this.#bounceDomain}`;
      return messageTo(prepared, { ...recipient, messageId: `${mailId}-${number}`, bounceAddress }, link);
    };
    return { bytes: prepared.bytes, to };
  }

  async #prepare(context: CallContext, sql: TenantSql, mailId: string): Promise<PreparedMail> {
    const [row] = await sql.query<BodyRow>(context, findBody.with({ mailId }));
    if (!row) {
      throw new Error(`the mail ${mailId} is being sent and has no body`);
    }
    const { subject, fromAddress, displayName, fileName, file } = row;
    const prepared = await prepareMail({
      ...{ tenantNumber: sql.tenant.number, mailId, subject, fileName, file: Buffer.from(file, 'base64') },
      from: { name: displayName ?? '', address: fromAddress },
    });
    this.#prepared.set(mailId, prepared);
    return prepared;
  }
}

interface BodyRow {
  readonly subject: string;
  readonly fromAddress: string;
  readonly displayName: string | null;
  readonly fileName: string;
  /** In base64. */
  readonly file: string;
}

/** A file has at most 10 MB. */
const preparedMax = 4;

/** A file of the mail's own goes before that of its template. */
const findBody = statement(
  'mailing_find_body',
  `select mail.subject, mail.from_address as "fromAddress", mail.display_name as "displayName",
  body.file_name as "fileName", encode(file.content, 'base64') as file
from tenant.marketing_email mail
left join tenant.marketing_file own on own.mail_id = mail.id
join tenant.marketing_file file on file.mail_id = coalesce(own.mail_id, mail.template_id)
join tenant.marketing_email body on body.id = file.mail_id
where mail.id = :mailId::uuid`,
);
