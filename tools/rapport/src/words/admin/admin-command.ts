import { command, type Command, type Options, type Values } from '../../cli/command.ts';
import type { Operator, OperatorAnswer } from '../../operators/operator-client.ts';

/** What a word of `admin` takes, and the request to the operators' API that it sends. */
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
      return runAdmin(values, (operator) => ask(operator, values));
    },
  });
}

const whyChanged = { reason: { value: 'TEXT', summary: 'why, for the audit' } } as const;

/** Another platform than this folder's. */
const otherPlatform = {
  'operator-url': { value: 'URL', summary: "the operators' API of another platform than this folder's" },
  'credential-file': { value: 'FILE', summary: "a file with an operator's credential for it" },
} as const;

/** Options that several words take. */
export const tenant = { value: 'TENANT_ID', required: true, summary: 'the tenant' } as const;
export const user = { value: 'USER_ID', required: true, summary: 'the user' } as const;
export const client = { value: 'CLIENT_ID', required: true, summary: 'the API client' } as const;
export const name = { value: 'NAME', required: true, summary: 'its name' } as const;
