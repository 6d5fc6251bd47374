export { operatorsModule } from './module.ts';
export { endOperator, ensureOperator, operatorNames, Operators } from './operators.ts';
