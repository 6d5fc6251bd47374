import { sessionsModule } from '@rapport/sessions';
import type { Container } from 'inversify';
import { InvitationLimit } from '../links/invitation-limit.ts';
import { VerificationLimit } from '../links/verification-limit.ts';
import { passwordsModule, peopleModule } from '../module.ts';
import { Passwords } from '../passwords/passwords.ts';

/** Binds people, for tests that invite no user and ask for no further mail: what counts these is of another lib. */
export function bindPeople(container: Container): void {
  container.bind(InvitationLimit).toConstantValue(unasked(InvitationLimit));
  container.bind(VerificationLimit).toConstantValue(unasked(VerificationLimit));
  container.load(sessionsModule, passwordsModule('http://127.0.0.1:1'), peopleModule);
  container.rebind(Passwords).toConstantValue(new Passwords(quickCost));
}

/** Many users are made in tests, and a hash at its full cost takes a tenth of a second. */
export const quickCost = 16;

/** An object without its parts fails at any call, which is what a test must see. */
function unasked<T extends object>(type: { readonly prototype: T }): T {
  return Object.create(type.prototype) as T;
}
