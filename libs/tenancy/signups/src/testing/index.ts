export { bindSignups, manySignups } from './bind-signups.ts';
