import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiDocument, done, operatorClient, Tenant, type OpenApi } from '@rapport/testbed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { go } from '../src/go.ts';
import { documentNames, type Credentials } from '../src/language.ts';
import { python } from '../src/python.ts';
import { typescript } from '../src/typescript.ts';

const { baseUrl, operatorUrl, operatorCredential } = inject('platform');
const addresses = { public: '/openapi.json', application: '/docs/application/openapi.json' } as const;

/** The steps that each program does and prints, in this order. */
const steps = ['token', 'create', 'batch', 'update', 'list', 'feed', 'search', 'conversion'];

const languages = await Promise.all(
  [python, go, typescript].map(async ({ name, bring }) => ({ name, brought: await bring() })),
);

for (const { name, brought } of languages) {
  if ('missing' in brought) {
    test.skip(`${name}: ${brought.missing}`, () => undefined);
    continue;
  }
  const { generate, compile, play } = brought.tools;

  describe(name, () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'rapport-client-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    test.each(documentNames)('the client of the %s document has every operation', async (document) => {
      const text = await (await fetch(baseUrl + addresses[document])).text();
      await writeFile(join(folder, `${document}.json`), text);
      const operations = new ApiDocument(JSON.parse(text) as OpenApi).operations.map(({ operationId }) => operationId);
      const generated = new Set((await generate(folder, document)).map(spelled));
      expect(operations.length).toBeGreaterThan(40);
      expect(operations.filter((id) => !generated.has(spelled(id)))).toEqual([]);
    });

    test('both clients compile with the program that uses them', () => compile(folder));

    test('the program synchronises customers, searches and converts a lead', async () => {
      expect((await play(folder, await newCredentials())).trim().split('\n')).toEqual(steps);
    });
  });
}

/** Languages spell the id of an operation in their own ways. */
function spelled(id: string): string {
  return id.replaceAll('_', '').toLowerCase();
}

/** A client of a tenant of its own, which has two custom fields. */
async function newCredentials(): Promise<Credentials> {
  const operator = operatorClient({ url: operatorUrl, credential: operatorCredential });
  const tenant = await Tenant.make(operator);
  const fields = [
    { key: 'seats', fieldType: 'number' as const },
    { key: 'region', fieldType: 'text' as const },
  ];
  for (const field of fields) {
    const body = { module: 'customers' as const, label: field.key, ...field };
    done(await operator.createCustomField({ params: { tenantId: tenant.id }, body }), 201);
  }
  const { clientId, clientSecret } = await tenant.client();
  return { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
}
