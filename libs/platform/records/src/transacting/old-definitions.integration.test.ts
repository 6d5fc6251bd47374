import { databasesOfFile } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { noCustomFields, type CustomFieldSet, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import { RecordStore } from '../stores/record-store.ts';
import { customerDefinition, customerSurface } from '../testing/customers.ts';
import { namedRecords } from '../testing/named-records.ts';
import { createTestTenant } from '../testing/tenant.ts';
import { RecordTransactions } from './record-transactions.ts';
import { Redefined } from './redefined.ts';

const databases = await databasesOfFile();

const tenant = await createTestTenant(databases);

const present = noCustomFields.known({ number: 0 }, 1);

function refusing(number: number): CustomFieldSet {
  const refuse = () => ({ errors: { customFields: ['A value is missing.'] } });
  return { ...present, number, rules: { create: refuse, update: refuse } };
}

/** A process that has these definitions until it asks for others, in which any body is right. */
function processWith(known: CustomFieldSet): CustomFieldSets {
  let current = known;
  return {
    known: () => current,
    atLeast: async () => (current = present),
    current: async () => present,
  };
}

/** Makes a customer in a transaction of that process, and changes it. */
async function write(customFields: CustomFieldSets): Promise<string> {
  const { database } = tenant;
  const needs = { database, all: namedRecords, customFields };
  const { transacted } = new RecordStore(customerDefinition, customerSurface, needs);
  const { result } = await new RecordTransactions(needs).run(tenant.caller(), {}, async (transaction) => {
    const id = await transacted.create(transaction, { name: 'Kaya' });
    await transacted.update(transaction, id, { name: 'Kaya Ltd' });
    return id;
  });
  return result;
}

test('what definitions of before refuse in a transaction is held to the present ones, and what those refuse is refused', async () => {
  expect(await write(processWith(refusing(7)))).toEqual(expect.any(String));
  await expect(write(processWith(refusing(present.number)))).rejects.toMatchObject({ code: 'validation_failed' });
});

/** The tries of a transaction whose resources turn out to be redefined, one in each attempt. */
async function attemptsOf(redefined: readonly number[]): Promise<number> {
  let attempts = 0;
  const { database } = tenant;
  const transactions = new RecordTransactions({ database, customFields: processWith(present) });
  const running = transactions.run(tenant.caller(), {}, async () => {
    const resource = redefined[attempts];
    attempts += 1;
    if (resource !== undefined) {
      throw new Redefined(resource, present.number);
    }
  });
  await running.catch((error: unknown) => expect(error).toMatchObject({ code: 'service_unavailable' }));
  return attempts;
}

test('each resource of a transaction may be redefined a few times, and no resource without end', async () => {
  expect(await attemptsOf([1, 2, 3, 4, 1, 2, 3, 4])).toBe(9);
  expect(await attemptsOf([1, 1, 1, 1, 1, 1, 1])).toBe(5);
});
