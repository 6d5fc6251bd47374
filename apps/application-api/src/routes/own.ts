import { ownContract } from '@rapport/application-contract';
import { implement } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import type { PasswordChange, UserProfiles } from '@rapport/people';
import type { Guessing } from '@rapport/sign-in';
import type { ApplicationContext } from '../guards.ts';
import { countGuess } from '../count-guess.ts';
import { permissionsOf } from '../permissions-of.ts';
import { shownUser } from './users.ts';

/** A caller acts as a user: these operations are on that one. */
export function ownRoutes(profiles: UserProfiles, passwords: PasswordChange, guessing: Guessing) {
  return implement(ownContract)<ApplicationContext>({
    getMe: async (context) => {
      const { tenant, state } = context;
      const versions = { user: state.user.version, tenant: state.tenant.version };
      const { organisationName, ...user } = await profiles.get(context, tenant, state.user.id, versions);
      return {
        status: 200,
        body: {
          ...shownUser(user),
          tenantId: tenant.id,
          organisationName,
          permissions: permissionsOf(context),
          sessionId: context.token.kind === 'person' ? context.token.sessionId : null,
        },
      };
    },
    changePassword: async (context, { body: { currentPassword, newPassword } }) => {
      const { token, tenant, actor, change, callerAddress } = context;
      if (token.kind !== 'person') {
        throw new AppError('insufficient_scope', 'A token for development changes no password; sign in as a person.');
      }
      const input = {
        userId: actor.userId,
        sessionId: token.sessionId,
        address: callerAddress,
        currentPassword,
        newPassword,
      };
      await passwords.change(change, tenant, input, countGuess(context, guessing, callerAddress));
      return { status: 200, body: true };
    },
  });
}
