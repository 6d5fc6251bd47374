export { bundle } from './bundle.ts';
