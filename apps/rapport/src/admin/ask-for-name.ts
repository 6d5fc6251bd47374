import { createInterface } from 'node:readline/promises';
import { Failure } from '@rapport/command-line';
import { bodyOf, type Operator } from '../operators/operator-client.ts';

/** A person who types the name of the tenant means that one. A tenant that is deleted has no name, and nothing to lose. */
export async function askForName(
  operator: Pick<Operator, 'getTenant'>,
  tenantId: string,
  { stdin: input, stderr: output }: Terminal = process,
): Promise<void> {
  const { organisationName: name, cell } = bodyOf(await operator.getTenant({ params: { tenantId } }));
  if (name === null) {
    return;
  }
  const terminal = createInterface({ input, output });
  try {
    const typed = await terminal.question(
      `${name} (${tenantId}, in ${cell}) goes with all its data, and nothing brings it back. Type its name: `,
    );
    if (typed.trim() !== name) {
      throw new Failure('That is not its name; nothing was deleted.');
    }
  } finally {
    terminal.close();
  }
}

interface Terminal {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
}
