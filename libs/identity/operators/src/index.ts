export { byInstallation } from './by-installation.ts';
export { changeReason } from './change-reason.ts';
export { newOperatorCredential } from './credential.ts';
export { operatorsModule } from './module.ts';
export { Operators } from './operators.ts';
