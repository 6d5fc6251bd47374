export { synchronised } from './synchronised.ts';
