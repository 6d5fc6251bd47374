export { readDatabasePassword } from './database-password.ts';
export { isProduction } from './is-production.ts';
export { ConfigError, readConfig } from './read-config.ts';
export { times } from './times.ts';
export {
  controlVariables,
  credentialVariables,
  databaseVariables,
  eventBusVariables,
  eventVariables,
  json,
  key,
  keyRing,
  onOff,
  port,
  portVariables,
  proxyVariables,
  requireKafkaLogin,
  serviceVariables,
  stateVariables,
  taking,
  url,
  wholeNumber,
  type EventBusSettings,
} from './variables.ts';
