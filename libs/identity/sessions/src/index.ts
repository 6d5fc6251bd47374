export { BrowserSignIns, type BrowserSignIn, type StartedBrowser } from './browser-sign-ins.ts';
export { sessionTables } from './session-store.ts';
export { sessionsModule } from './module.ts';
export type { NewSession, TouchedUser } from './session.ts';
export { Sessions } from './sessions.ts';
