export { isProduction } from './is-production.ts';
export { ConfigError, readConfig, type Environment } from './read-config.ts';
export { times } from './times.ts';
export {
  addresses,
  credentialVariables,
  databaseVariables,
  eventBusVariables,
  json,
  key,
  onOff,
  origin,
  port,
  ratio,
  serviceVariables,
  stateVariables,
  url,
  wholeNumber,
} from './variables.ts';
