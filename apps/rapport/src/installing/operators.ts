import { Failure, type Outcome } from '@rapport/command-line';
import { asOwner, newOperatorCredential } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { ensureOperator, endOperator, operatorNames } from '@rapport/operators';
import { readCredential } from '../operators/named-access.ts';
import { ownersAccess } from '../migrating/migrate.ts';

/** A credential of a file is kept by the caller, so it is not printed. */
export async function createOperator(name: string, file: string | undefined): Promise<Outcome> {
  const credential = file === undefined ? newOperatorCredential() : await readCredential(file);
  await asOwner(await ownersAccess(), (database) => ensureOperator(untracedContext(), database, { name, credential }));
  return file === undefined
    ? { document: { name, credential }, text: credential }
    : { document: { name }, text: `${name} may run the platform.` };
}

export async function revokeOperator(name: string): Promise<Outcome> {
  const isEnded = await asOwner(await ownersAccess(), (database) => endOperator(untracedContext(), database, name));
  if (!isEnded) {
    throw new Failure(`There is no operator ${name}.`);
  }
  return { document: {}, text: `${name} may no longer run the platform.` };
}

export async function listOperators(): Promise<Outcome> {
  const operators = await asOwner(await ownersAccess(), ({ control }) => operatorNames(untracedContext(), control));
  return { document: { operators: operators.map((name) => ({ name })) }, text: operators.join('\n') };
}
