import { Failure } from '../cli/failure.ts';
import type { Outcome } from '../cli/terminal.ts';
import { askOperatorApi, operatorAccess, type OperatorRequest } from '../operator-api.ts';
import { readState } from '../state-file.ts';

/** Asks the operators' API of the platform that is up. */
export async function admin(request: OperatorRequest): Promise<Outcome> {
  const state = await readState();
  if (state === undefined || state.state === 'stopped') throw new Failure('The platform is not up; run ./rapport up.');
  const document = await askOperatorApi(await operatorAccess(state.dataDir), request);
  return { document, text: Object.keys(document).length === 0 ? 'Done.' : JSON.stringify(document, null, 2) };
}
