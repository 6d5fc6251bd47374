export { clusterTest, type ClusterTestOptions, type SignIn } from './cluster-test.ts';
