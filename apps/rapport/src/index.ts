export { namedAccess } from './operators/named-access.ts';
export {
  bodyOf,
  operatorClient,
  operatorContract,
  type Operator,
  type OperatorAccess,
} from './operators/operator-client.ts';
