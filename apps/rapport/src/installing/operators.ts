import { tableText, type Outcome } from '@rapport/command-line';
import { asOwner } from '@rapport/installation';
import { byInstallation } from '@rapport/operators';
import { readCredential } from '../operators/named-access.ts';
import { ownersAccess } from '../migrating/migrate.ts';

/** A credential of a file is kept by the caller, so it is not printed. */
export async function createOperator(name: string, file: string | undefined): Promise<Outcome> {
  if (file !== undefined) {
    const credential = await readCredential(file);
    await inDatabase((operators, context) => operators.ensure(context, { name, credential }));
    return { document: { name }, text: `${name} may run the platform.` };
  }
  const credential = await inDatabase((operators, context) => operators.create(context, { name }));
  return { document: { name, credential }, text: credential };
}

export async function revokeOperator(name: string): Promise<Outcome> {
  await inDatabase((operators, context) => operators.revoke(context, name));
  return { document: {}, text: `${name} may no longer run the platform.` };
}

export async function listOperators(): Promise<Outcome> {
  const document = { operators: await inDatabase((operators, context) => operators.list(context)) };
  return { document, text: tableText(document) };
}

async function inDatabase<T>(work: Parameters<typeof byInstallation<T>>[1]): Promise<T> {
  return asOwner(await ownersAccess(), (database) => byInstallation(database, work));
}
