export { clusterConfiguration, clusterLists, clusterPorts, podVariables } from './cluster-configuration.ts';
export { edgeConfiguration } from './edge-configuration.ts';
export type { EdgeOptions } from './edge-options.ts';
export type { Limits } from './limits.ts';
