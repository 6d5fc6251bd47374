import type { ServiceDefinition } from '@rapport/installation';

/** The variables that `up` gives a service, each with the option that changes it where there is one. */
export function setByUp(service: ServiceDefinition): Readonly<Record<string, string | undefined>> {
  const { secrets, mailVariable, redirectsVariable } = service;
  return {
    ...Object.fromEntries([...addresses, ...secrets].map((name) => [name, undefined])),
    ISSUER: '--port',
    MANAGEMENT_PORT: '--management-port',
    SERVICE_INSTANCE: '--replicas',
    ...(mailVariable !== undefined && { [mailVariable]: '--mail' }),
    ...(redirectsVariable !== undefined && { [redirectsVariable]: '--redirect' }),
  };
}

const addresses = [
  ...['HOST', 'PORT', 'OPERATOR_PORT', 'CONTROL_DATABASE_URL', 'CELL_DATABASE_URLS', 'DATABASE_PASSWORD'],
  ...['REDIS_URL', 'KAFKA_BROKERS'],
];
