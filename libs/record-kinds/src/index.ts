export { recordKinds } from './record-kinds.ts';
