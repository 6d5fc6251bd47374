export { edgeConfiguration } from './edge-configuration.ts';
export type { EdgeOptions } from './edge-options.ts';
export type { Limits } from './limits.ts';
