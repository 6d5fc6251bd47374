export { audit } from './audit.ts';
export type { ChangeActor, ChangeContext } from './change-context.ts';
