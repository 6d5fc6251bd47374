import type { ChangeContext } from '@rapport/audit';
import { statement, type Sql } from '@rapport/database';
import { lives, newId, type CallContext } from '@rapport/kernel';
import { mailOf, nameInMail, type Postbox } from '@rapport/mail';
import type { InvitationLimit } from './invitation-limit.ts';
import type { LinkAddress } from './link-address.ts';
import type { LinkStore } from './link-store.ts';
import { digestOfLink, newLinkText } from './link-text.ts';

export interface InvitedUser {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
}

/** Invitations of users. A new one ends those before it. */
export class Invitations {
  readonly #links: LinkStore;
  readonly #postbox: Postbox;
  readonly #address: LinkAddress;
  readonly #limit: InvitationLimit;

  constructor(links: LinkStore, postbox: Postbox, address: LinkAddress, limit: InvitationLimit) {
    this.#links = links;
    this.#postbox = postbox;
    this.#address = address;
    this.#limit = limit;
  }

  /** The last step of a change that may refuse it, so a change that is refused for another reason counts none. */
  async send(context: ChangeContext, sql: Sql, { tenantId, userId, email }: InvitedUser): Promise<void> {
    const [parties] = await sql.query<Parties>(context, findParties.with({ tenantId, inviterId: inviterOf(context) }));
    await this.#limit.take(context, { tenantId, email, joinedUsers: parties?.joinedUsers ?? 0 });
    const organisation = nameInMail(parties?.organisation ?? '');
    const inviter = parties?.inviter == null ? 'The operator of the platform' : nameInMail(parties.inviter);
    const text = newLinkText();
    await this.#links.endOfUser(context, sql, userId);
    await this.#links.insertInvitation(context, sql, { id: newId(), digest: digestOfLink(text), targetId: userId });
    const mail = mailOf(email, {
      subject: `Invitation to ${organisation}`,
      before: [
        'Hello,',
        `${inviter} invites you to work with ${organisation} in Rapport.`,
        `Follow this link to join. It can be used once, within ${lives.invitation}:`,
      ],
      link: this.#address.of(text),
      button: 'Join',
      behind: ['If you do not know the sender, you need not do anything.'],
    });
    await this.#postbox.post(context, sql, mail, tenantId);
  }

  async end(context: CallContext, sql: Sql, userId: string): Promise<void> {
    await this.#links.endOfUser(context, sql, userId);
  }
}

interface Parties {
  readonly organisation: string;
  readonly inviter: string | null;
  readonly joinedUsers: number;
}

function inviterOf({ actor }: ChangeContext): string | null {
  return actor.kind === 'user' ? actor.name : null;
}

const findParties = statement(
  'invitation_parties',
  `select name as organisation, (select name from control.membership where id = :inviterId::uuid) as inviter,
  (select count(*)::int from control.membership
    where tenant_id = tenant.id and is_active and joined_on is not null) as "joinedUsers"
from control.tenant where id = :tenantId`,
);
