import { statement, type TenantSql } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext, type TenantRef } from '@rapport/kernel';
import type { OutgoingMail } from '@rapport/mail';
import type { UnsubscribeLinks } from '../unsubscribing/unsubscribe-links.ts';
import type { ClaimedRecipient } from './claims.ts';

/** The messages of one mail. */
export interface Body {
  messageTo(recipient: ClaimedRecipient): OutgoingMail;
}

export type MailLinks = Pick<UnsubscribeLinks, 'linkFor'>;

/** Prepares what a mail consists of, and remembers it for the mail's next turns: a mail does not change while it is sent. */
export class Bodies {
  readonly #links: MailLinks;
  readonly #known = new LeastRecentlyUsed<string, Body>(bodiesMax);

  constructor(links: MailLinks) {
    this.#links = links;
  }

  async of(context: CallContext, tenant: TenantRef, sql: TenantSql, mail: string): Promise<Body> {
    const body = {
      messageTo: (r: ClaimedRecipient) => ({
        id: `${mail}-${r.number}`,
        to: r.address,
        subject: 's',
        text: this.#links.linkFor({ tenantNumber: tenant.number, mailId: mail, number: r.number }),
        html: '',
      }),
    };
    this.#known.set(mail, body);
    await sql.query(context, findBody, [mail]);
    return body;
  }
}

const bodiesMax = 4;

const findBody = statement(
  'mailing_find_body',
  `select mail.subject, mail.from_address as "from", mail.display_name as "displayName",
  coalesce(mail.file_name, template.file_name) as "fileName", encode(coalesce(mail.file, template.file), 'base64') as file
from tenant.marketing_email mail left join tenant.marketing_email template on template.id = mail.template_id and mail.file is null
where mail.id = $1::uuid`,
);
