import { randomBytes } from 'node:crypto';
import { activities, contacts, customers, leads, opportunities, recordKinds } from '@rapport/crm-records';
import * as application from '@rapport/application-contract';
import type { TestDatabases } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import { LeadConversion } from '@rapport/lead-conversion';
import * as integration from '@rapport/public-contract';
import {
  CursorCodec,
  ManagedRecords,
  RecordTransactions,
  SteppedRecords,
  SyncedRecords,
  type IdempotencyKey,
} from '@rapport/records';

/** The records as the two APIs have them. */
export type RecordSurfaces = ReturnType<typeof recordSurfaces>;

export function recordSurfaces(databases: TestDatabases) {
  const database = databases.connect('rapport_application_api');
  const needs = { database, all: recordKinds };
  const transactions = new RecordTransactions(needs);
  const stores = {
    customers: new ManagedRecords(customers, application.recordGroups.customers, needs),
    contacts: new ManagedRecords(contacts, application.recordGroups.contacts, needs),
    leads: new SteppedRecords(leads, application.recordGroups.leads, needs),
    opportunities: new SteppedRecords(opportunities, application.recordGroups.opportunities, needs),
    activities: new SteppedRecords(activities, application.recordGroups.activities, needs),
  };
  const paged = {
    ...{ database: databases.connect('rapport_public_api'), all: recordKinds },
    cursors: new CursorCodec(randomBytes(32)),
  };
  return {
    application: stores,
    public: {
      customers: new SyncedRecords(customers, integration.resources.customers, paged),
      contacts: new SyncedRecords(contacts, integration.resources.contacts, paged),
      opportunities: new SyncedRecords(opportunities, integration.resources.opportunities, paged),
    },
    conversion: new LeadConversion(stores, transactions, database),
  };
}

/** The callers of the two APIs: a person, and a client with the user as which it runs. */
export function callersOf(caller: RequestContext): Record<'application' | 'public', RequestContext> {
  return {
    application: { ...caller, actor: { userId: newId(), clientId: null } },
    public: { ...caller, actor: { userId: newId(), clientId: newId() } },
  };
}

export function newKey(): IdempotencyKey {
  return { key: newId(), fingerprint: Buffer.from('x') };
}
