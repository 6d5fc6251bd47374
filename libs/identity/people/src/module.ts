import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Postbox } from '@rapport/mail';
import { CellWork } from '@rapport/sagas';
import { Sessions } from '@rapport/sessions';
import { ContainerModule } from 'inversify';
import { IdentityStore } from './identities/identity-store.ts';
import { InvitationLimit } from './links/invitation-limit.ts';
import { Invitations } from './links/invitations.ts';
import { LinkAddress } from './links/link-address.ts';
import { LinkStore } from './links/link-store.ts';
import { PasswordLinks } from './links/password-links.ts';
import { VerificationLinkStore } from './links/verification-link-store.ts';
import { VerificationLinks } from './links/verification-links.ts';
import { VerificationLimit } from './links/verification-limit.ts';
import { Verifications } from './links/verifications.ts';
import { PasswordChange } from './passwords/password-change.ts';
import { PasswordEnding } from './passwords/password-ending.ts';
import { Passwords } from './passwords/passwords.ts';
import { RoleService } from './roles/role-service.ts';
import { RoleStore } from './roles/role-store.ts';
import { TeamService } from './teams/team-service.ts';
import { TeamStore } from './teams/team-store.ts';
import { UserCreation } from './users/user-creation.ts';
import { UserDirectory } from './users/user-directory.ts';
import { UserGrants } from './users/user-grants.ts';
import { UserProfiles } from './users/user-profiles.ts';
import { UserService } from './users/user-service.ts';
import { UserStore } from './users/user-store.ts';

/** For the service in which people follow links and choose passwords. It needs sessions and a postbox. */
export function passwordsModule(issuer: string): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(LinkAddress).toConstantValue(new LinkAddress(issuer));
    singleton(bind, Passwords, []);
    singleton(bind, IdentityStore, []);
    singleton(bind, LinkStore, []);
    singleton(bind, PasswordEnding, [Sessions, LinkStore]);
    singleton(bind, PasswordLinks, [
      Database,
      LinkStore,
      IdentityStore,
      Passwords,
      PasswordEnding,
      Postbox,
      LinkAddress,
      StatePublisher,
    ]);
    singleton(bind, VerificationLinkStore, []);
    singleton(bind, VerificationLinks, [
      Database,
      LinkStore,
      VerificationLinkStore,
      IdentityStore,
      Passwords,
      PasswordEnding,
      StatePublisher,
    ]);
  });
}

/** For services that look users up. */
export const directoryModule = new ContainerModule(({ bind }) => {
  singleton(bind, UserDirectory, [Database]);
});

/** For services in which people are changed, beside the module above. It needs the limits of invitations and verifications. */
export const peopleModule = new ContainerModule(({ bind }) => {
  singleton(bind, UserStore, []);
  singleton(bind, RoleStore, []);
  singleton(bind, TeamStore, []);
  singleton(bind, UserGrants, [RoleStore, TeamStore]);
  singleton(bind, Invitations, [LinkStore, Postbox, LinkAddress, InvitationLimit]);
  singleton(bind, Verifications, [Database, LinkStore, Postbox, LinkAddress, VerificationLimit]);
  singleton(bind, UserCreation, [
    Database,
    UserStore,
    RoleStore,
    UserGrants,
    IdentityStore,
    Invitations,
    CellWork,
    Passwords,
    StatePublisher,
  ]);
  singleton(bind, UserService, [Database, UserStore, UserGrants, Invitations, Sessions, CellWork, StatePublisher]);
  singleton(bind, RoleService, [Database, RoleStore, CellWork]);
  singleton(bind, UserProfiles, [Database]);
  singleton(bind, TeamService, [Database, TeamStore]);
  singleton(bind, PasswordChange, [Database, IdentityStore, Passwords, PasswordEnding]);
});
