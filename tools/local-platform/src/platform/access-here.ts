import { Failure } from '@rapport/command-line';
import { services } from '@rapport/installation';
import type { OperatorAccess } from '@rapport/rapport';
import { operatorAccess } from './operator-access.ts';
import { readState, type StateFile } from '../state-file.ts';

/** The operators' API of this folder's platform. */
export async function accessHere(): Promise<OperatorAccess> {
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
