export { edgeConfiguration, type EdgeOptions } from './edge-configuration.ts';
export type { Limits } from './limits.ts';
