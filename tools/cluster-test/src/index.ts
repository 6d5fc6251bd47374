export { clusterTest, type ClusterTestOptions } from './cluster-test.ts';
