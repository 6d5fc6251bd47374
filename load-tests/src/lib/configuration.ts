/** An API client sends these for a token. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A tenant that was made for the run, with its API clients. */
export interface LoadTenant {
  readonly requestsPerMinute: number;
  readonly clients: readonly Credentials[];
}

/** The address that is loaded. A run that names none loads nothing. */
export const baseUrl = required('BASE_URL');

export const tenants = (JSON.parse(open(required('CREDENTIAL_FILE'))) as { readonly tenants: LoadTenant[] }).tenants;

/** The numbers of the profile: rates in a second, times in seconds. */
export const profile = JSON.parse(open(`../profiles/${required('PROFILE')}.json`)) as Readonly<
  Record<'smoke' | 'average' | 'stress' | 'spike' | 'soak' | 'breakpoint' | 'isolation' | 'sync' | 'rollout', Steps>
>;

export interface Steps {
  readonly rate: number;
  readonly seconds: number;
}

/** The processes of a service that answer. */
export function replicasOf(service: string): number {
  const replicas = JSON.parse(__ENV['REPLICAS'] ?? '{}') as Readonly<Record<string, number>>;
  return replicas[service] ?? 1;
}

export function tenant(index: number): LoadTenant {
  const found = tenants[index];
  if (found === undefined) {
    throw new Error(`the file of credentials has no tenant ${index}`);
  }
  return found;
}

export function client(tenantIndex: number, clientIndex = 0): Credentials {
  const found = tenant(tenantIndex).clients[clientIndex];
  if (found === undefined) {
    throw new Error(`tenant ${tenantIndex} has no client ${clientIndex}`);
  }
  return found;
}

function required(name: string): string {
  const value = __ENV[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set; run this by ./rapport load`);
  }
  return value;
}
