import { randomBytes } from 'node:crypto';
import type { Database } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { newId, type RequestContext, type Visibility } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { putMember } from '../people/put-member.ts';
import { CursorCodec } from '../reading/pages/cursor.ts';
import { SyncedRecords } from '../stores/synced-records.ts';
import { namedRecords } from './named-records.ts';
import {
  customerDefinition,
  customerSurface,
  type Customer,
  type CustomerColumns,
  type CustomerInput,
} from './customers.ts';

export const cursorKey = randomBytes(32);

/** One tenant with the store of its customers, as the public API has it. */
export interface TestTenant {
  readonly databases: TestDatabases;
  readonly database: Database;
  readonly customers: SyncedRecords<CustomerColumns>;
  readonly number: number;
  /** A caller: a client of its own and a user, in a team or in none. */
  caller(visibility?: Visibility): RequestContext;
  /** The tenant in another process. */
  within(database: Database): TestTenant;
  /** A user that the cell knows. */
  user(teamId?: string | null): Promise<string>;
}

let tenants = 0;

export async function createTestTenant(
  databases: TestDatabases,
  database = databases.connect('rapport_public_api'),
): Promise<TestTenant> {
  const number = (tenants += 1);
  const tenant = { id: newId(), number, cell: 'cell' };
  await databases.createTenant(number);
  const owner = databases.connect('rapport_subscription_service', { poolSize: 2 });
  const caller = (visibility?: Visibility) => callerOf(tenant, visibility, { clientId: newId() });
  const within = (itsDatabase: Database): TestTenant => ({
    databases,
    database: itsDatabase,
    number,
    caller,
    within,
    customers: new SyncedRecords(customerDefinition, customerSurface, {
      database: itsDatabase,
      cursors: new CursorCodec(cursorKey),
      all: namedRecords,
    }),
    async user(teamId = null) {
      const id = newId();
      await putMember(caller(), owner.tenant(tenant), { id, name: 'A User', teamId, isActive: true, version: 1 });
      return id;
    },
  });
  return within(database);
}

/** A customer that the caller has made. */
export async function newCustomer(
  { customers }: TestTenant,
  caller: RequestContext,
  input: CustomerInput = { name: 'a' },
): Promise<Customer> {
  return JSON.parse((await customers.create(caller, input)).body) as Customer;
}
