export { isProduction } from './is-production.ts';
export { readConfig } from './read-config.ts';
export { times } from './times.ts';
export {
  credentialVariables,
  databaseVariables,
  eventBusVariables,
  json,
  key,
  onOff,
  port,
  proxyVariables,
  serviceVariables,
  stateVariables,
  url,
  wholeNumber,
} from './variables.ts';
