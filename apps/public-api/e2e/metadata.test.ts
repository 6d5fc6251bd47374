import { createClient } from '@rapport/http-contract/client';
import { metadataContract } from '@rapport/public-contract';
import { describe, expect, inject, test } from 'vitest';
import { expectErrors, expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { expectDone, newTenant, operator, replicas, type TestClient, type TestTenant } from './tenant.ts';

const path = '/api/v1/metadata/custom-fields';
const modules = ['customers', 'contacts', 'leads', 'opportunities'] as const;
const { baseUrl } = inject('platform');

const tenant = await newTenant();
const client = await tenant.client();

function metadata(token: string | undefined, address = baseUrl) {
  const headers = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return createClient(metadataContract, { baseUrl: address, headers });
}

async function customFields(of: TestClient, address?: string) {
  return metadata(of.token, address).listCustomFields({ query: { module: 'customers' } });
}

async function keys(of: TestClient, address?: string): Promise<string[]> {
  return expectDone(await customFields(of, address), 200).map(({ key }) => key);
}

function newField(key: string) {
  return { module: 'customers' as const, key, label: 'A field', fieldType: 'text' as const };
}

async function addField(to: TestTenant, key: string): Promise<void> {
  expectDone(await operator.createCustomField({ params: { tenantId: to.id }, body: newField(key) }), 201);
}

describe('what it shows', () => {
  test('the enabled fields come as an array without an envelope, in the order of their creation', async () => {
    const own = await newTenant();
    const reader = await own.client();
    const params = { tenantId: own.id };
    const shown = {
      key: 'zColour',
      label: 'Farbe – Ünlü',
      description: 'What "colour" it has \u{1f600}',
      fieldType: 'select' as const,
      isRequired: true,
      options: ['red', 'dark blue'],
    };
    expectDone(await operator.createCustomField({ params, body: { ...shown, module: 'customers' } }), 201);
    await addField(own, 'aNote');
    expect(expectDone(await customFields(reader), 200)).toEqual([
      { ...shown, displayOrder: 1 },
      {
        key: 'aNote',
        label: 'A field',
        description: null,
        fieldType: 'text',
        isRequired: false,
        options: [],
        displayOrder: 2,
      },
    ]);
  });

  test('a disabled field is left out, and back in its place when it is enabled again', async () => {
    const own = await newTenant();
    const reader = await own.client();
    await addField(own, 'first');
    await addField(own, 'second');
    const params = { tenantId: own.id, module: 'customers', key: 'first' };
    expectDone(await operator.disableCustomField({ params }), 200);
    expect(await keys(reader)).toEqual(['second']);
    expectDone(await operator.enableCustomField({ params }), 200);
    expect(await keys(reader)).toEqual(['first', 'second']);
  });

  test('a tenant without fields, and every module without any, has an empty array', async () => {
    for (const module of modules) {
      const query = { module };
      expect(expectDone(await metadata(client.token).listCustomFields({ query }), 200)).toEqual([]);
    }
  });

  test('a module shows its own fields, which may have keys of other modules, and its ETag is its own', async () => {
    const own = await newTenant();
    const reader = await own.client();
    const params = { tenantId: own.id };
    for (const [position, module] of modules.entries()) {
      const untouched = await metadata(reader.token).listCustomFields({ query: { module } });
      const body = { ...newField('shared'), module, label: `Of ${module}` };
      expectDone(await operator.createCustomField({ params, body }), 201);
      for (const [other, name] of modules.entries()) {
        const answer = await metadata(reader.token).listCustomFields({ query: { module: name } });
        expect(expectDone(answer, 200).map(({ label }) => label)).toEqual(other <= position ? [`Of ${name}`] : []);
        expect(answer.headers.get('etag') === untouched.headers.get('etag')).toBe(other > position);
      }
    }
  });

  test("a tenant sees its own fields and none of another's", async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await addField(one, 'mine');
    expect(await keys(await other.client())).toEqual([]);
    expect(await keys(await one.client())).toEqual(['mine']);
  });

  test('a change holds on every process when the call that makes it returns', async () => {
    const own = await newTenant();
    const reader = await own.client();
    const expected: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      await addField(own, `field${round}`);
      expected.push(`field${round}`);
      for (const address of replicas) {
        expect(await keys(reader, address)).toEqual(expected);
      }
    }
  });
});

describe('ETag', () => {
  test('a strong ETag stays while nothing changes, gives 304 on every process, and changes with each change', async () => {
    const own = await newTenant();
    const reader = await own.client();
    const params = { tenantId: own.id, module: 'customers', key: 'region' };
    const seen = new Set<string>();
    for (const change of [
      () => Promise.resolve(),
      () => addField(own, 'region'),
      async () => expectDone(await operator.disableCustomField({ params }), 200),
      async () => expectDone(await operator.enableCustomField({ params }), 200),
    ]) {
      await change();
      const answers = await Promise.all(replicas.map((address) => customFields(reader, address)));
      const [etag = '', ...others] = new Set(answers.map(({ headers }) => headers.get('etag') ?? ''));
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(others).toEqual([]);
      expect(seen).not.toContain(etag);
      for (const known of seen) {
        expect((await get(reader, { 'if-none-match': known })).status).toBe(200);
      }
      const same = await get(reader, { 'if-none-match': `"other", ${etag}` });
      expect({ status: same.status, text: same.text, etag: same.headers.get('etag') }).toEqual({
        status: 304,
        text: '',
        etag,
      });
      seen.add(etag);
    }
  });

  test('a disable of a field that is disabled changes no ETag', async () => {
    const own = await newTenant();
    const reader = await own.client();
    await addField(own, 'region');
    const params = { tenantId: own.id, module: 'customers', key: 'region' };
    expectDone(await operator.disableCustomField({ params }), 200);
    const before = (await customFields(reader)).headers.get('etag');
    expectDone(await operator.disableCustomField({ params }), 200);
    expect((await customFields(reader)).headers.get('etag')).toBe(before);
  });

  function get(reader: TestClient, headers: Record<string, string>) {
    return raw('GET', `${path}?module=customers`, { token: reader.token, headers });
  }
});

describe('access', () => {
  test('the right scope of each module is needed, and no other one does', async () => {
    for (const module of modules) {
      const query = { module };
      const others = modules.filter((other) => other !== module).map((other) => `${other}.read`);
      const without = await tenant.client({ scopes: [...others, `${module}.write`, `${module}.delete`] });
      const answer = await metadata(without.token).listCustomFields({ query });
      expectProblem(answer, 403, 'insufficient_scope');
      expect(answer.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${module}.read"`);
      const reader = await tenant.client({ scopes: [`${module}.read`] });
      expectDone(await metadata(reader.token).listCustomFields({ query }), 200);
    }
  });

  test('a user who may read is enough, whatever records the user sees', async () => {
    const confined = await tenant.user({ role: 'readOnly', dataScope: 'own' });
    expect(await keys(await tenant.client({ runAsUserId: confined }))).toEqual([]);
  });

  test.each(['', '?module=', '?module=invoices', '?module=Customers', '?module=constructor', '?Module=customers'])(
    'the query %j is a 400 at module, whatever scopes the token has',
    async (query) => {
      const powerless = await tenant.client({ scopes: ['customers.delete'] });
      for (const { token } of [client, powerless]) {
        expectErrors(await raw('GET', path + query, { token }), 'module');
      }
    },
  );

  test('a repeated module is a 400, also of two modules for one of which the token has no scope', async () => {
    const reader = await tenant.client({ scopes: ['customers.read'] });
    expectErrors(await raw('GET', `${path}?module=customers&module=leads`, { token: reader.token }), 'module');
  });

  test('the checks of the token and the subscription come before a missing module, and 406 too', async () => {
    expectProblem(await raw('GET', path), 401, 'token_missing');
    expectProblem(await raw('GET', path, { token: 'nonsense' }), 401, 'token_invalid');
    const free = await (await newTenant({ planCode: 'free' })).client();
    expectProblem(await raw('GET', path, { token: free.token }), 403, 'subscription_required');
    const headers = { accept: 'image/png' };
    expectProblem(await raw('GET', path, { token: client.token, headers }), 406, 'not_acceptable');
    expectProblem(await raw('POST', path, { token: client.token }), 405, 'method_not_allowed');
  });

  test('a request takes a unit of the limit, and one beyond it is 429 before its module is looked at', async () => {
    const poor = await newTenant({ requestsPerMinute: 1 });
    const reader = await poor.client();
    const answer = await customFields(reader);
    expectDone(answer, 200);
    expect(answer.headers.get('ratelimit')).toContain('r=0');
    expectProblem(await raw('GET', path, { token: reader.token }), 429, 'rate_limited');
  });
});
