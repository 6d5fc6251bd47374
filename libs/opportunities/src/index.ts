export { opportunities } from './opportunities.ts';
