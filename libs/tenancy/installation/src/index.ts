export { asOwner, migrateInstallation, type OwnersAccess } from './migrate-installation.ts';
export { installationSecrets, newOperatorCredential, newPassword, passwordName, type SecretName } from './secrets.ts';
export { services, type ServiceDefinition } from './services.ts';
