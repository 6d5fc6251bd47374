import type { VerifiedToken } from '@rapport/access-tokens';
import type { Entrant } from '@rapport/admission';
import type { ChangeContext } from '@rapport/audit';
import type { Exchange, Guard } from '@rapport/http-server';
import { AppError } from '@rapport/kernel';

/** The first argument of owners' handlers, for changes in which the owner is the actor. */
export interface OwnerContext extends ChangeContext {
  readonly userId: string;
}

/** Lets the owners of a tenant to it alone. Every other tenant is as one that is not there. */
export function onlyOwners(
  admit: (exchange: Exchange) => Promise<Pick<Entrant<VerifiedToken>, 'state'>>,
): Guard<OwnerContext> {
  return async (exchange) => {
    const { state } = await admit(exchange);
    const { tenant, client, user } = state;
    if (client !== null || !user.isOwner) {
      throw new AppError(
        'permission_denied',
        'Only an owner of the tenant does this; sign in as a user with the role owner.',
      );
    }
    const named = String(exchange.params['tenantId']);
    if (named.toLowerCase() !== tenant.id) {
      throw new AppError('not_found', `There is no tenant ${named}.`);
    }
    exchange.context = { trace: exchange.trace, actor: { kind: 'user', name: user.id }, userId: user.id };
  };
}
