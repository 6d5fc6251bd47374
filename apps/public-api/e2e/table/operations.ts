import type { Endpoint } from '@rapport/http-contract';
import { contracts, publicContract } from '@rapport/public-contract';

/** Every operation of the public API, the documents among them. */
export const operations: readonly Endpoint[] = Object.values(contracts['public-api']);

/** Every operation of the resources. */
const recordOperations: readonly Endpoint[] = Object.values(publicContract);

/** A synchronised resource as the contract shows it: the examples of its operations say how its records are made. */
export interface Resource {
  readonly name: string;
  readonly create: Endpoint;
  readonly update: Endpoint;
  readonly remove: Endpoint;
  readonly get: Endpoint;
  readonly list: Endpoint;
  /** The body of its example. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The id of its example. */
  readonly exampleId: string;
  readonly exampleExternalId: string;
}

/** In the order of the contract, where a resource stands behind those to which it refers. */
export const resources: readonly Resource[] = recordOperations
  .filter(({ method, path }) => method === 'post' && !path.endsWith('/batch'))
  .map((create) => {
    const at = (method: string, path: string) => operationAt(method, `${create.path}${path}`);
    const [get, list] = [at('get', '/{id}'), at('get', '')];
    return {
      name: create.path.slice('/api/v1/'.length),
      create,
      get,
      list,
      update: at('put', '/{id}'),
      remove: at('delete', '/{id}'),
      body: create.example?.body as Resource['body'],
      exampleId: get.example?.params?.['id'] ?? '',
      exampleExternalId: at('get', '/by-external-id/{externalId}').example?.params?.['externalId'] ?? '',
    };
  });

/** The members of a body that hold the id of another record. */
export function referencesOf({ body }: Resource): { readonly member: string; readonly to: Resource }[] {
  return resources.flatMap((to) =>
    Object.entries(body).flatMap(([member, value]) => (value === to.exampleId ? [{ member, to }] : [])),
  );
}

export function isReferredTo(resource: Resource): boolean {
  return resources.some((other) => referencesOf(other).some(({ to }) => to === resource));
}

/** The resource of an operation; the operations on documents and metadata have none. */
export function resourceOf({ path }: Endpoint): Resource | undefined {
  return resources.find(({ name }) => new RegExp(`^/api/v1/(changes/)?${name}(/|$)`).test(path));
}

function operationAt(method: string, path: string): Endpoint {
  const found = recordOperations.find((operation) => operation.method === method && operation.path === path);
  if (found === undefined) {
    throw new Error(`The contract has no ${method} ${path}.`);
  }
  return found;
}
