import { metadataContract } from '@rapport/public-contract';
import type { Exchange } from '@rapport/http-server';
import { expect, test } from 'vitest';
import { checkPermission, checkScope, type PublicContext } from './guards.ts';

const granted = { scopes: ['leads.read', 'customers.read'], permissions: ['leads.read', 'contacts.read'] };

/** A request for metadata by a client whose scopes and whose user's permissions differ. */
function asking(search: string): Exchange<PublicContext> {
  const state = { client: { scopes: granted.scopes }, user: { permissions: granted.permissions } };
  const context = { state, token: { scopes: granted.scopes } };
  return { context, endpoint: metadataContract.listCustomFields, search } as unknown as Exchange<PublicContext>;
}

test('the module in the query decides which scope and which permission a request for metadata needs', () => {
  expect(() => checkScope(asking('module=leads'))).not.toThrow();
  expect(() => checkPermission(asking('module=leads'))).not.toThrow();
  expect(() => checkScope(asking('module=contacts'))).toThrow('lacks the scope contacts.read');
  expect(() => checkPermission(asking('module=customers'))).toThrow('lacks the permission customers.read');
});

test('a query that names no module passes both checks, because its validation refuses it', () => {
  for (const search of ['', 'module=invoices', 'module=customers&module=contacts']) {
    expect(() => checkScope(asking(search))).not.toThrow();
    expect(() => checkPermission(asking(search))).not.toThrow();
  }
});
