import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { readWhole } from '../state-file.ts';

/** The access to the operators' API; kept in the data folder, readable for its owner alone. */
export interface OperatorAccess {
  readonly url: string;
  readonly credential: string;
  /** The addresses of the other processes of the same service. */
  readonly otherUrls?: readonly string[];
}

export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator.json');
}

export async function operatorAccess(dataDir: string): Promise<OperatorAccess> {
  const access = await readWhole<OperatorAccess>(operatorFile(dataDir));
  if (access === undefined) {
    throw new Failure(`There is no operator's credential in ${dataDir}; run ./rapport up first.`);
  }
  return access;
}
