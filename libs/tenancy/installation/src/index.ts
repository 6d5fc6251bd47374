export { asOwner, migrateInstallation, type OwnersAccess } from './migrate-installation.ts';
export { installationSecrets, newPassword, passwordName, type SecretName } from './secrets.ts';
export { services, type ServiceDefinition } from './services.ts';
