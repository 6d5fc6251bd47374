export { leads } from './leads.ts';
