import { addressKey, type CallContext } from '@rapport/kernel';
import { InvitationLimit, type CountedInvitation } from '@rapport/people';
import { tooOften, type FailureLog } from '@rapport/rate-limit';
import { countedKeys } from './counted-keys.ts';
import type { SignInKeys } from '../sign-in-keys.ts';

/** Invitations of all processes count together, as resets do. */
export class CountedInvitations extends InvitationLimit {
  readonly #log: FailureLog;
  readonly #keys: SignInKeys;

  constructor(log: FailureLog, keys: SignInKeys) {
    super();
    this.#log = log;
    this.#keys = keys;
  }

  /** The tenant first: one that sends too many takes none of those that others send to the address. */
  override async take(context: CallContext, { tenantId, email, joinedUsers }: CountedInvitation): Promise<void> {
    const ofTenant = countedKeys.invitations(tenantId);
    const tenant = await this.#log.take(context, ofTenant, perTenantMax + joinedUsers, dayMs);
    if (tenant.receipt === undefined) {
      throw tooOften('The organisation has sent as many invitations in a day as it may', tenant.waitMs, noMail);
    }
    const digest = this.#keys.digest('counted address', addressKey(email));
    const address = await this.#log.take(context, `{email:${digest}}:invitation`, perEmailMax, hourMs);
    if (address.receipt === undefined) {
      await this.#log.giveBack(context, ofTenant, tenant.receipt);
      throw tooOften('This e-mail address has got as many invitations in an hour as it may', address.waitMs, noMail);
    }
  }
}

const noMail = 'No mail was sent.';
const perEmailMax = 5;
/** Beyond one for each user that has joined. */
const perTenantMax = 200;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
