import { statement, type Database, type Sql } from '@rapport/database';
import { lives, newId, type CallContext } from '@rapport/kernel';
import { mailOf, nameInMail, type Mail, type Postbox } from '@rapport/mail';
import type { LinkAddress } from './link-address.ts';
import type { LinkStore } from './link-store.ts';
import { digestOfLink, newLinkText } from './link-text.ts';
import type { VerificationLimit } from './verification-limit.ts';

/** The owner of a sign-up, whose address is not verified. */
export interface SignedUpOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
}

/** The mails by which owners of sign-ups verify their addresses. The link of a new one ends those before it. */
export class Verifications {
  readonly #database: Database;
  readonly #links: LinkStore;
  readonly #postbox: Postbox;
  readonly #address: LinkAddress;
  readonly #limit: VerificationLimit;

  constructor(database: Database, links: LinkStore, postbox: Postbox, address: LinkAddress, limit: VerificationLimit) {
    this.#database = database;
    this.#links = links;
    this.#postbox = postbox;
    this.#address = address;
    this.#limit = limit;
  }

  /** The user is new or held. Of what the sign-up said the mail has the name of the organisation alone. */
  async send(context: CallContext, sql: Sql, { tenantId, userId, email }: SignedUpOwner): Promise<void> {
    const [tenant] = await sql.query<{ name: string }>(context, findName.with({ tenantId }));
    const text = newLinkText();
    await this.#links.endOfUser(context, sql, userId);
    await this.#links.insertVerification(context, sql, { id: newId(), digest: digestOfLink(text), targetId: userId });
    const mail = verificationMail(email, nameInMail(tenant?.name ?? ''), this.#address.ofVerification(text));
    await this.#postbox.post(context, sql, mail, tenantId);
  }

  /** Sends another mail to an owner that asks for it; none to one that is verified. Throws 429 where there were too many. */
  async ask(context: CallContext, tenantId: string, userId: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const [owner] = await sql.query<SignedUpOwner>(context, holdUnverified.with({ tenantId, userId }));
      if (owner) {
        await this.#limit.take(context, userId, owner.email);
        await this.send(context, sql, owner);
      }
    });
  }
}

function verificationMail(email: string, organisation: string, link: string): Mail {
  return mailOf(email, {
    subject: `Verify your address for ${organisation}`,
    before: [
      'Hello,',
      `${organisation} was signed up in Rapport with this address.`,
      `Follow this link to verify the address; you need the password of the sign-up. It can be used once, within ${lives.verification}:`,
    ],
    link,
    button: 'Verify the address',
    behind: ['If it was not you, you need not do anything: nobody gets at anything of yours.'],
  });
}

const findName = statement('verification_tenant', `select name from control.tenant where id = :tenantId`);

// Of two mails that are asked for at once the second waits, and ends the link of the first.
const holdUnverified = statement(
  'verification_hold',
  `select membership.tenant_id as "tenantId", membership.id as "userId", membership.email
from control.membership join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.id = :userId and membership.is_active and not identity.is_verified
for no key update of membership`,
);
