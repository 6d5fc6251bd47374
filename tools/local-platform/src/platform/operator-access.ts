import { join } from 'node:path';
import { Failure } from '@rapport/command-line';
import type { OperatorAccess } from '@rapport/rapport';
import { readWhole } from '../state-file.ts';

export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator.json');
}

/** The access to the operators' API of the platform that `up` started; its file is readable for its owner alone. */
export async function operatorAccess(dataDir: string): Promise<OperatorAccess> {
  const access = await readWhole<OperatorAccess>(operatorFile(dataDir));
  if (access === undefined) {
    throw new Failure(`There is no operator's credential in ${dataDir}; run ./rapport up first.`);
  }
  return access;
}
