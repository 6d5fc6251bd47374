import { Failure } from '../../cli/failure.ts';
import type { Outcome } from '../../cli/terminal.ts';
import { operatorAccess } from '../../operators/operator-access.ts';
import { bodyOf, operatorClient, type Operator, type OperatorAnswer } from '../../operators/operator-client.ts';
import { services } from '../../platform/services.ts';
import { readState, type StateFile } from '../../state-file.ts';

/** Asks the operators' API of the platform that is up. */
export async function runAdmin(ask: (operator: Operator) => Promise<OperatorAnswer>): Promise<Outcome> {
  const state = await readState();
  if (state === undefined || state.state === 'stopped') {
    throw new Failure('The platform is not up; run ./rapport up.');
  }
  const access = { ...(await operatorAccess(state.dataDir)), otherUrls: operatorUrls(state) };
  const document = bodyOf(await ask(operatorClient(access)));
  return { document, text: Object.keys(document).length === 0 ? 'Done.' : JSON.stringify(document, null, 2) };
}

function operatorUrls(state: StateFile): string[] {
  const names = new Set(services.filter(({ hasOperatorPort }) => hasOperatorPort).map(({ name }) => name));
  return state.services.filter(({ name }) => names.has(name)).map(({ url }) => url);
}
