import { contracts, exampleIds, examples, recordGroups } from '@rapport/application-contract';
import type { Contract, Endpoint, Example } from '@rapport/http-contract';
import { expect, test } from 'vitest';
import { newOwner, signedIn } from '../people.ts';
import { document, judged } from './judged.ts';

const operations: readonly Endpoint[] = Object.values<Contract>(contracts).flatMap((contract) =>
  Object.values(contract),
);

/** From the texts of the examples to those of this tenant. */
const own = new Map<string, string>();
const made = await newOwner();
// A session of its own, because the change of a password ends all others.
const owner = await signedIn(made);
const { currentPassword } = examples['changePassword']?.body as { currentPassword: string };
own.set(exampleIds.owner, owner.userId).set(currentPassword, owner.password);

/** The answer of a create is the record that later examples name. */
const named: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(exampleIds).map(([kind, id]) => [operationThatMakes(kind), id] as const),
  ...Object.values(recordGroups).map(({ endpoints, example }) => [endpoints.create.operationId, example.id] as const),
]);

function operationThatMakes(kind: string): string {
  const words = { shippingAddress: 'CustomerShippingAddress' }[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
  return `create${words}`;
}

/** In an order in which each example finds what it names. */
function inOrder(): (readonly [string, Example])[] {
  const left = Object.entries(examples);
  return Object.entries(examples).map(() => {
    const missing = left.flatMap(([name]) => named[name] ?? []);
    const next = left.findIndex(([, example]) => !missing.some((id) => JSON.stringify(example).includes(id)));
    return left.splice(next, 1)[0] ?? expect.fail('There is no order in which each example finds what it names.');
  });
}

test.each(inOrder())('the example of %s is answered with success', async (operationId, example) => {
  const operation = operations.find((one) => one.operationId === operationId);
  const answer = await send(operation ?? expect.fail(`${operationId} is no operation.`), placed(example));
  expect(answer.body).toMatchObject({ isSuccess: true });
  remember(operationId, answer.body.data);
});

test('the document shows every example', () => {
  for (const [operationId, { body, query = {} }] of Object.entries(examples)) {
    const text = JSON.stringify(document.operations.find((operation) => operation.operationId === operationId));
    for (const part of [body, ...Object.values(query)]) {
      expect(part === undefined || text.includes(JSON.stringify(part)), operationId).toBe(true);
    }
  }
});

function send({ method, path, access }: Endpoint, { params = {}, query = {}, body }: Example) {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const isOfPeople = typeof access === 'object' && 'permissions' in access;
  return judged({
    method: method.toUpperCase(),
    path: search === '' ? target : `${target}?${search}`,
    token: isOfPeople ? owner.token : undefined,
    body,
  });
}

function placed<T>(value: T): T {
  let text = JSON.stringify(value);
  for (const [example, mine] of own) {
    text = text.replaceAll(example, mine);
  }
  return JSON.parse(text) as T;
}

function remember(operationId: string, data: unknown): void {
  if (operationId === 'createApiClient') {
    const { id, clientId, clientSecret } = data as Readonly<Record<'id' | 'clientId' | 'clientSecret', string>>;
    own.set(exampleIds.apiClient, id);
    rememberCredentials({ clientId, clientSecret });
  } else if (operationId === 'rotateApiClientSecret') {
    rememberCredentials(data as Credentials);
  } else if (named[operationId] !== undefined) {
    own.set(named[operationId], data as string);
  }
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

function rememberCredentials({ clientId, clientSecret }: Credentials): void {
  const shown = examples['getTokenForDevelop']?.body as Credentials;
  own.set(shown.clientId, clientId).set(shown.clientSecret, clientSecret);
}
