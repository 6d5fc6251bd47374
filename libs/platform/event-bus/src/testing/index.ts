export { SecureBroker } from './secure-broker.ts';
