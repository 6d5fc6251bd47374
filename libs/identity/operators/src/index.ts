export { changeReason } from './change-reason.ts';
export { operatorsModule } from './module.ts';
export { endOperator, ensureOperator, operatorNames, Operators } from './operators.ts';
