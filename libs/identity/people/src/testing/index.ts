export { bindPeople, quickCost } from './bind-people.ts';
export { beginSession, isAlive } from './sessions.ts';
