export { edgeConfiguration, type EdgeOptions } from './edge-configuration.ts';
export { connectionsFor, limits } from './limits.ts';
