import type { Endpoint } from '@rapport/http-contract';
import { grantableScopes } from '@rapport/kinds';
import { metadataContract, userContract } from '@rapport/public-contract';
import { expect, test } from 'vitest';
import { newTenant } from '../tenant.ts';
import { document, judged } from './judged.ts';
import { operations, resources } from './operations.ts';
import { addExampleFields, json } from './world.ts';

const creates = resources.map(({ create }) => create);
const removals = resources.map(({ remove }) => remove);
const others = operations.filter((operation) => ![...creates, ...removals].includes(operation));

/** A record is made before what refers to it, and deleted after that. */
const inOrder = [...creates, ...others.filter(isOnRecords), ...removals.toReversed()];

/** From the ids of the examples to those of this tenant. */
const ids = new Map<string, string>();
const tenant = await newTenant();
await addExampleFields(tenant);
const client = await tenant.client({ scopes: [...grantableScopes] });
const { id, name, email } = userContract.getUser.example.answer;
ids.set(id, tenant.ownerId).set(email, tenant.ownerEmail).set(name, tenant.ownerEmail);

test.each(inOrder.map((operation) => [operation.operationId, operation] as const))(
  'the example of %s is answered as it says',
  async (_, operation) => {
    const answer = await sendExample(operation);
    expect(answer).toMatchObject({ status: operation.success.status });
    const created = creates.includes(operation) ? resources.find(({ create }) => create === operation) : undefined;
    if (created) {
      ids.set(created.exampleId, (answer.body as { id: string }).id);
    }
    expect(comparable(answer.body)).toEqual(comparable(placed(operation.example?.answer ?? '')));
  },
);

test('the document shows every example', () => {
  for (const { operationId, example = {} } of operations) {
    const shown = document.operations.find((operation) => operation.operationId === operationId);
    const text = JSON.stringify(shown);
    for (const part of [example.body, example.answer, ...Object.values(example.query ?? {})]) {
      expect(part === undefined || text.includes(JSON.stringify(part)), operationId).toBe(true);
    }
  }
});

function sendExample({ method, path, example = {} }: Endpoint) {
  const { params = {}, query = {}, headers = {}, body } = placed(example);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return judged(method.toUpperCase(), search === '' ? target : `${target}?${search}`, {
    token: client.token,
    headers: { ...headers, ...(body === undefined ? {} : json) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function placed<T>(value: T): T {
  let text = JSON.stringify(value);
  for (const [example, own] of ids) {
    text = text.replaceAll(example, own);
  }
  return JSON.parse(text) as T;
}

/** The value without what another run has in another way: ids and times. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"an id"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"');
  return JSON.parse(text) as unknown;
}

function isOnRecords(operation: Endpoint): boolean {
  return operation.path.startsWith('/api/v1/') || operation === metadataContract.listCustomFields;
}
