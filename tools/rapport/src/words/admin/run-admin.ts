import type { AnyValues } from '../../cli/command.ts';
import { Failure } from '../../cli/failure.ts';
import type { Outcome } from '../../cli/terminal.ts';
import { tableText } from '../../cli/table-text.ts';
import { textOf } from '../../cli/values.ts';
import { accessInPod, namedAccess } from '../../operators/named-access.ts';
import { operatorAccess, type OperatorAccess } from '../../operators/operator-access.ts';
import { bodyOf, operatorClient, type Operator, type OperatorAnswer } from '../../operators/operator-client.ts';
import { services } from '@rapport/installation';
import { readState, type StateFile } from '../../state-file.ts';

/** Asks the operators' API of the platform that is up, or of the one that the caller names. */
export async function runAdmin(
  values: AnyValues,
  ask: (operator: Operator) => Promise<OperatorAnswer>,
): Promise<Outcome> {
  const access = (await namedAccess(values)) ?? (await accessInPod()) ?? (await ownAccess());
  const document = bodyOf(await ask(operatorClient(access, textOf(values, 'reason'))));
  return { document, text: Object.keys(document).length === 0 ? 'Done.' : textOfDocument(document) };
}

/** A table for people; a program that reads the text gets the document. */
function textOfDocument(document: object): string {
  return process.stdout.isTTY ? tableText(document) : JSON.stringify(document, null, 2);
}

async function ownAccess(): Promise<OperatorAccess> {
  const state = await readState();
  if (state === undefined || state.state === 'stopped') {
    throw new Failure('The platform is not up; run ./rapport up.');
  }
  return { ...(await operatorAccess(state.dataDir)), otherUrls: operatorUrls(state) };
}

function operatorUrls(state: StateFile): string[] {
  const names = new Set(services.filter(({ hasOperatorPort }) => hasOperatorPort).map(({ name }) => name));
  return state.services.filter(({ name }) => names.has(name)).map(({ url }) => url);
}
