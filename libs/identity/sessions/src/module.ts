import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { ContainerModule } from 'inversify';
import { BrowserSignIns } from './browser-sign-ins.ts';
import { SessionStore } from './session-store.ts';
import { Sessions } from './sessions.ts';

/** For services in which sessions begin or end. */
export const sessionsModule = new ContainerModule(({ bind }) => {
  singleton(bind, SessionStore, []);
  singleton(bind, Sessions, [SessionStore, StatePublisher]);
  singleton(bind, BrowserSignIns, []);
});
