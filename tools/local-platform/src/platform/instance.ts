import type { ServiceDefinition } from '@rapport/installation';

/** One process of a service, with the ports that it keeps over restarts. */
export interface Instance {
  readonly service: ServiceDefinition;
  readonly instance: number;
  readonly port: number;
  readonly managementPort: number;
  readonly operatorPort: number;
}
