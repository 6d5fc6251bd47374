export { asOwner, migrateInstallation, type OwnersAccess } from './migrate-installation.ts';
export { recoverCell, type CellRecovery, type RecoveredCell } from './recover-cell.ts';
export { recoverControl } from './recover-control.ts';
export { installationSecrets, newPassword, passwordName, type SecretName } from './secrets.ts';
export { services, type ServiceDefinition } from './services.ts';
