import { takesCredentials, takesOwner, takesUser, type Endpoint } from '../endpoint.ts';
import { rightsOf, usersScope } from '../needed-right.ts';
import type { OpenApiObject } from './schema-components.ts';

/** A caller shows one of these at the endpoint. An empty requirement stands for credentials in the form. */
export function securityOf(access: Endpoint['access']): OpenApiObject[] {
  if (takesCredentials(access)) {
    return [{ clientBasic: [] }, {}];
  }
  if (takesUser(access)) {
    return [{ user: [] }];
  }
  if (takesOwner(access)) {
    return [{ owner: [] }];
  }
  const alternatives = rightsOf(access).map(({ scope }) => ({ clientCredentials: [scope] }));
  return access === 'operator' ? [{ operator: [] }] : alternatives;
}

/** One permission, or those of the alternatives in the order of their scopes; of a user every one is needed. */
export function permissionOf(access: Endpoint['access']): OpenApiObject {
  const named = takesUser(access) ? access.permissions : rightsOf(access).flatMap(({ permission }) => permission ?? []);
  const [permission, ...others] = named;
  if (permission === undefined) {
    return {};
  }
  return { 'x-permission': others.length === 0 ? permission : [permission, ...others] };
}

export function securitySchemes(endpoints: readonly Endpoint[], tokenUrl: string | undefined): OpenApiObject {
  const scopes = new Set(endpoints.flatMap(({ access }) => rightsOf(access).map(({ scope }) => scope)));
  const named = Object.fromEntries([...scopes].toSorted().map((scope) => [scope, describeScope(scope)]));
  return {
    ...(scopes.size > 0 && {
      clientCredentials: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: named } } },
    }),
    ...(endpoints.some(({ access }) => takesCredentials(access)) && {
      clientBasic: {
        type: 'http',
        scheme: 'basic',
        description: 'The id and the secret of a client, each form-encoded. Without this header they go into the form.',
      },
    }),
    ...(endpoints.some(({ access }) => takesUser(access)) && {
      user: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The access token of a person, or one for development. The latter acts with its scopes and the permissions of its RunAs user together, reads beside the four resources of the public API, and manages nothing.',
      },
    }),
    ...(endpoints.some(({ access }) => takesOwner(access)) && {
      owner: {
        type: 'http',
        scheme: 'bearer',
        description: 'The access token of a person who is an owner of the tenant.',
      },
    }),
    ...(endpoints.some(({ access }) => access === 'operator') && {
      operator: { type: 'http', scheme: 'bearer', description: 'The credential of an operator.' },
    }),
  };
}

function describeScope(scope: string): string {
  if (scope === usersScope) {
    return 'Read and list users';
  }
  const [resource = '', act = ''] = scope.split('.');
  const acts: Record<string, string> = {
    read: 'Read and list, and read the change feed of',
    write: 'Create and update',
    delete: 'Delete',
  };
  return `${acts[act] ?? act} ${resource}`;
}
