import { statement, type Sql } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';

export type LinkKind = 'invitation' | 'reset';

export interface NewLink {
  readonly id: string;
  readonly digest: Buffer;
  /** The user who is invited or verified, or the identity whose password is reset. */
  readonly targetId: string;
}

/** A link that is good at this moment. */
export interface GoodLink {
  readonly id: string;
  readonly kind: LinkKind;
  readonly email: string;
  /** The invited user with its tenant; null for a reset. */
  readonly userId: string | null;
  readonly tenantId: string | null;
  readonly tenantNumber: number | null;
  readonly organisationName: string | null;
  /** The identity whose password is reset; null for an invitation. */
  readonly identityId: string | null;
}

/** The statements of links, each in the transaction of its caller. Who locks a user or an identity locks it first. */
export class LinkStore {
  async insertInvitation(context: CallContext, sql: Sql, link: NewLink): Promise<void> {
    await sql.query(context, forgetOld);
    await sql.query(context, insertInvitation.with(link));
  }

  async insertReset(context: CallContext, sql: Sql, link: NewLink): Promise<void> {
    await sql.query(context, forgetOld);
    await sql.query(context, insertReset.with(link));
  }

  async insertVerification(context: CallContext, sql: Sql, link: NewLink): Promise<void> {
    await sql.query(context, forgetOld);
    await sql.query(context, insertVerification.with(link));
  }

  async find(context: CallContext, sql: Sql, digest: Buffer): Promise<GoodLink | undefined> {
    const [row] = await sql.query<GoodLink>(context, findLink.with({ digest }));
    return row;
  }

  /** False if the link is not good any more. Of several calls one gets true. */
  async use(context: CallContext, sql: Sql, id: string): Promise<boolean> {
    return (await sql.query(context, useLink.with({ id }))).length > 0;
  }

  async holdInvited(context: CallContext, sql: Sql, userId: string): Promise<boolean> {
    return (await sql.query(context, holdInvited.with({ userId }))).length > 0;
  }

  async endOfUser(context: CallContext, sql: Sql, userId: string): Promise<void> {
    await sql.query(context, endOfUser.with({ userId }));
  }

  async endOfIdentity(context: CallContext, sql: Sql, identityId: string): Promise<void> {
    await sql.query(context, endResets.with({ identityId }));
  }
}

// Each new link removes some of those that expired long ago. Two transactions never wait for each other here.
const forgetOld = statement(
  'link_forget_old',
  `delete from control.password_link where id in (
  select id from control.password_link where expires_on < clock_timestamp() - interval '30 days'
  order by expires_on limit 20 for update skip locked)`,
);

const insertInvitation = statement(
  'link_insert_invitation',
  `insert into control.password_link (id, kind, digest, user_id, expires_on)
    values (:id, 'invitation', :digest, :targetId, clock_timestamp() + interval '${lives.invitation}')`,
);

const insertVerification = statement(
  'link_insert_verification',
  `insert into control.password_link (id, kind, digest, user_id, expires_on)
    values (:id, 'verification', :digest, :targetId, clock_timestamp() + interval '${lives.verification}')`,
);

const insertReset = statement(
  'link_insert_reset',
  `insert into control.password_link (id, kind, digest, identity_id, expires_on)
    values (:id, 'reset', :digest, :targetId, clock_timestamp() + interval '${lives.passwordReset}')`,
);

// A link of a disabled user, or of an identity that is no active user anywhere, is no link.
const findLink = statement(
  'link_find',
  `select password_link.id, password_link.kind, coalesce(membership.email, identity.email) as email,
    password_link.user_id as "userId", membership.tenant_id as "tenantId", tenant.number as "tenantNumber",
    tenant.name as "organisationName", password_link.identity_id as "identityId"
from control.password_link left join control.membership on membership.id = password_link.user_id
  left join control.tenant on tenant.id = membership.tenant_id
  left join control.identity on identity.id = password_link.identity_id
where password_link.digest = :digest and password_link.kind <> 'verification' and password_link.ended_on is null
  and password_link.expires_on > clock_timestamp()
  and case password_link.kind when 'invitation' then membership.is_active and membership.identity_id is null
    else exists (select from control.membership where identity_id = password_link.identity_id and is_active) end`,
);

const useLink = statement(
  'link_use',
  `update control.password_link set ended_on = clock_timestamp()
where id = :id and ended_on is null and expires_on > clock_timestamp() returning id`,
);

// The user, against every other change until the transaction ends, if it may still join.
const holdInvited = statement(
  'link_hold_invited',
  `select id from control.membership where id = :userId and is_active and identity_id is null for no key update`,
);

const endOfUser = statement(
  'link_end_of_user',
  `update control.password_link set ended_on = clock_timestamp() where user_id = :userId and ended_on is null`,
);

const endResets = statement(
  'link_end_resets',
  `update control.password_link set ended_on = clock_timestamp() where identity_id = :identityId and ended_on is null`,
);
