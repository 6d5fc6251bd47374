import { contracts } from '@rapport/application-contract';
import type { Endpoint } from '@rapport/http-contract';
import { takesUser } from '@rapport/http-contract';
import { builtInRoles, grantableScopes, permissions, scopes } from '@rapport/kinds';
import { countryField, currencyField } from '@rapport/members/fields';
import { companyContracts } from '@rapport/subscription-contract';
import { z } from 'zod';
import { listsOfConsole } from './lists.ts';

/** Plain values of what the interfaces say, from which the console makes its lists, forms and calls. */
export const consoleGenerator = {
  name: 'what the console knows',
  run: async (): Promise<Record<string, string>> => ({
    'apps/console/src/generated/lists.ts': module('List', 'lists', listsOfConsole()),
    'apps/console/src/generated/operations.ts': module('Operation', 'operations', operations()),
    'apps/console/src/generated/codes.ts': [
      origin,
      constant('currencies', codesOf(currencyField())),
      constant('countries', codesOf(countryField())),
    ].join('\n'),
    'apps/console/src/generated/rights.ts': [
      origin,
      constant('permissions', permissions),
      constant('grantableScopes', grantableScopes),
      constant('scopesByDefault', scopes),
      constant('builtInRoles', Object.keys(builtInRoles)),
    ].join('\n'),
  }),
};

const origin = '// Made of the kinds and contracts by `./rapport generate`.\n';

function module(type: string, name: string, value: object): string {
  return [
    origin,
    `import type { ${type} } from '../described.ts';\n`,
    `export const ${name} = ${JSON.stringify(value, null, 2)} as const satisfies Readonly<Record<string, ${type}>>;\n`,
  ].join('\n');
}

function constant(name: string, value: unknown): string {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}

/** The codes of a field, which its pattern lists. */
function codesOf(field: z.ZodType): string {
  const { pattern } = z.toJSONSchema(field, { io: 'input' });
  return /[A-Z]{2,3}(?:\|[A-Z]{2,3})+/.exec(pattern ?? '')?.[0].replaceAll('|', ' ') ?? '';
}

function operations(): Readonly<Record<string, object>> {
  const all: Readonly<Record<string, Endpoint>> = {
    ...contracts['application-api'],
    ...companyContracts['subscription-service'],
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, { method, path, access, success }]) => [
      name,
      {
        ...{ method, path, permissions: takesUser(access) ? access.permissions : [] },
        ...(success.bytes && { success: { bytes: success.bytes } }),
      },
    ]),
  );
}
