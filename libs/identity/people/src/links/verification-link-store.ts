import { laterTime, statement, type Sql } from '@rapport/database';
import { linkGuesses, type CallContext } from '@rapport/kernel';

/** The link of a sign-up's owner, which is good at this moment. */
export interface GoodVerification {
  readonly id: string;
  readonly email: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly organisationName: string;
  readonly identityId: string;
  readonly passwordHash: string;
  /** Whether the password may be guessed once more. */
  readonly isOpen: boolean;
}

/** The statements of verifications, each in the transaction of its caller. Identities are locked first, then the user, then the link. */
export class VerificationLinkStore {
  async find(context: CallContext, sql: Sql, digest: Buffer): Promise<GoodVerification | undefined> {
    const [row] = await sql.query<GoodVerification>(context, findLink.with({ digest, guessesMax: linkGuesses.max }));
    return row;
  }

  /** Counts a guess before it is compared, so that no crowd of them gets past the bound. False for one too many. */
  async countGuess(context: CallContext, sql: Sql, id: string): Promise<boolean> {
    return (await sql.query(context, countGuess.with({ id, guessesMax: linkGuesses.max }))).length > 0;
  }

  /** For a guess that could not be compared. */
  async giveGuessBack(context: CallContext, sql: Sql, id: string): Promise<void> {
    await sql.query(context, giveGuessBack.with({ id }));
  }

  /** False if the user is disabled, or of another identity by now. The user stays as it is until the transaction ends. */
  async holdUser(
    context: CallContext,
    sql: Sql,
    { userId, identityId }: GoodVerification,
  ): Promise<{ readonly isOwner: boolean } | undefined> {
    const [user] = await sql.query<{ isOwner: boolean }>(context, holdUser.with({ userId, identityId }));
    return user;
  }

  /** The user is held, and the identity is a verified one. */
  async moveUser(context: CallContext, sql: Sql, userId: string, identityId: string): Promise<void> {
    await sql.query(context, moveUser.with({ userId, identityId }));
  }
}

// A link of a disabled user, or of an identity that is verified, is no link.
const findLink = statement(
  'verification_find',
  `select password_link.id, membership.email, membership.id as "userId", tenant.id as "tenantId",
  tenant.name as "organisationName", identity.id as "identityId", identity.password_hash as "passwordHash",
  password_link.guesses < :guessesMax::int as "isOpen"
from control.password_link join control.membership on membership.id = password_link.user_id
  join control.tenant on tenant.id = membership.tenant_id
  join control.identity on identity.id = membership.identity_id
where password_link.digest = :digest and password_link.kind = 'verification' and password_link.ended_on is null
  and password_link.expires_on > clock_timestamp() and membership.is_active and not identity.is_verified`,
);

const countGuess = statement(
  'verification_count_guess',
  `update control.password_link set guesses = guesses + 1 where id = :id and guesses < :guessesMax::int returning id`,
);

const giveGuessBack = statement(
  'verification_give_guess_back',
  `update control.password_link set guesses = guesses - 1 where id = :id`,
);

const holdUser = statement(
  'verification_hold_user',
  `select 'owner' = any(roles) as "isOwner" from control.membership
where id = :userId and identity_id = :identityId and is_active for no key update`,
);

const moveUser = statement(
  'verification_move_user',
  `update control.membership set identity_id = :identityId, ${laterTime('last_modified_on')},
    version = control.next_version(version)
where id = :userId`,
);
