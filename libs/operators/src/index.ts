export { operatorsModule } from './module.ts';
export { ensureOperator, Operators } from './operators.ts';
