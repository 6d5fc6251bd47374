import { command, type Command, type Options, type Values } from '../../cli/command.ts';
import type { Operator, OperatorAnswer } from '../../operators/operator-client.ts';

/** The options of a word of `admin`, and the request to the operators' API that it sends. */
interface AdminSpec<O extends Options> {
  /** It changes nothing, so it takes no reason. */
  readonly reads?: true;
  readonly options: O;
  readonly ask: (operator: Operator, values: Values<O>) => Promise<OperatorAnswer>;
}

/** Declares a word of `admin`. The client of the operators' API is loaded when the word runs. */
export function adminCommand<const O extends Options>(
  path: string,
  summary: string,
  { reads, options, ask }: AdminSpec<O>,
): Command {
  return command({
    words: ['admin', ...path.split(' ')],
    summary,
    options: { ...options, ...(reads ? {} : whyChanged), ...otherPlatform },
    run: async (values) => {
      const { runAdmin } = await import('./run-admin.ts');
      return runAdmin(values, async (operator) => ask(operator, await withIds(operator, values, options)));
    },
  });
}

const whyChanged = { reason: { value: 'TEXT', summary: 'why, for the audit' } } as const;

/** Another platform than this folder's. */
const otherPlatform = {
  'operator-url': { value: 'URL', summary: "the operators' API of another platform than this folder's" },
  'credential-file': { value: 'FILE', summary: "a file with an operator's credential for it" },
} as const;

/** The values with ids in place of names. What a tenant has is found by its name within that tenant. */
async function withIds<O extends Options>(operator: Operator, values: Values<O>, options: O): Promise<Values<O>> {
  const { tenantByName, userByName, apiClientByName } = await import('../../operators/by-name.ts');
  const given = { ...values } as Record<string, string | boolean | undefined>;
  const replace = async (name: string, find: (given: string) => Promise<string>): Promise<void> => {
    const value = given[name];
    if (Object.hasOwn(options, name) && typeof value === 'string') {
      given[name] = await find(value);
    }
  };
  await replace('tenant', (named) => tenantByName(operator, named));
  const tenantId = given['tenant'];
  if (typeof tenantId === 'string') {
    await replace('user', (named) => userByName(operator, tenantId, named));
    await replace('run-as', (named) => userByName(operator, tenantId, named));
    await replace('client', (named) => apiClientByName(operator, tenantId, named));
  }
  // Only texts were replaced, and by texts.
  return given as Values<O>;
}

/** Options that several words take. */
export const tenant = {
  value: 'TENANT',
  required: true,
  summary: 'the tenant: its id, or where an owner is verified its name or the e-mail address of that owner',
} as const;
export const user = {
  value: 'USER',
  required: true,
  summary: 'the user: the id, the e-mail address, or the name',
} as const;
export const client = {
  value: 'CLIENT',
  required: true,
  summary: 'the API client: its client id or its name',
} as const;
export const name = { value: 'NAME', required: true, summary: 'its name' } as const;
