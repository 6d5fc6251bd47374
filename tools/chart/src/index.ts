export { chartGenerator } from './chart-generator.ts';
