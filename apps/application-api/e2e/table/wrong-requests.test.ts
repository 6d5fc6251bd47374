import type { Endpoint } from '@rapport/http-contract';
import { searchWindow } from '@rapport/kernel';
import { synchronisedNames } from '@rapport/kinds';
import { done, wrongMembers, wrongValues, type Schema } from '@rapport/testbed';
import { describe, expect, test } from 'vitest';
import { as, newOwner } from '../people.ts';
import { expectAll, type Row } from './expected.ts';
import { document, judged, type Asked } from './judged.ts';
import { all } from './operations.ts';
import { makeTargets, rightRequest } from './targets.ts';

const missingId = '01890000-0000-7000-8000-000000000000';

const owner = await newOwner({ requestsPerMinute: 10_000_000 });
const targets = await makeTargets(owner);
for (const module of synchronisedNames) {
  done(await as(owner).createCustomField({ body: { module, key: 'colour', label: 'Colour', fieldType: 'text' } }), 200);
}

const taking = all.filter(([, { body }]) => body !== undefined);
const searching = taking.filter(([name]) => name.startsWith('search'));
const queried = all.filter(([, { query }]) => query !== undefined);
const stepping = all.filter(([, { path }]) => /\{(status|stage)\}/.test(path));
const keyed = all.filter(([, { headers }]) => headers !== undefined && 'idempotency-key' in headers.shape);

function refused(name: string, operation: Endpoint, changes: Partial<Asked>, at?: string): Row {
  const asked = { ...rightRequest(operation, targets), token: owner.token, ...changes };
  return { name, asked, status: 400, code: 'validation_failed', ...(at !== undefined && { at }) };
}

describe('a body', () => {
  test.each(taking)('%s refuses a member that breaks a rule and names it', async (_, operation) => {
    const right = rightBody(operation);
    const wrong = wrongMembers(document, schemaOf(operation), { ...right, ...membersWithMembers(operation) });
    const rows = [...wrong].flatMap(([member, values]) =>
      values
        .filter(({ value }) => !isBehindEveryPage(member, value))
        .map(({ path, value }) => {
          const name = `${member}: ${String(JSON.stringify(value)).slice(0, 60)}`;
          return refused(name, operation, { body: { ...right, [member]: value } }, path);
        }),
    );
    await expectAll(rows);
  });

  test.each(searching)('%s refuses a filter that its field does not have and names it', async (_, operation) => {
    const { fields, operators } = filtersOf(operation);
    const right = rightBody(operation);
    const filtered = (filter: object, at: string): Row =>
      refused(JSON.stringify(filter), operation, { body: { ...right, filters: [filter] } }, at);
    const ofFields = Object.entries(fields).flatMap(([field, own]) => [
      ...operators
        .filter((operator) => !own.includes(operator))
        .map((operator) => filtered({ field, operator, value: 'A text' }, 'filters[0].operator')),
      ...own.flatMap((operator) => {
        const isOfNull = /^is/.test(operator);
        const wrong = isOfNull ? ['A text'] : operator === 'in' ? [null, [], [{}], 'A text'] : [null, {}, ['A text']];
        return wrong.map((value) => filtered({ field, operator, value }, 'filters[0].value'));
      }),
    ]);
    await expectAll(ofFields);
  });

  test.each(searching)('%s takes every operator of every field', async (_, operation) => {
    const right = rightBody(operation);
    const refusals: string[] = [];
    for (const [field, operators] of Object.entries(filtersOf(operation).fields)) {
      // The document says in words alone of which type the values of a field are; one of these is.
      let values: readonly unknown[] = valuesOfEachType;
      for (const operator of operators) {
        const isOfNull = /^is/.test(operator);
        const answers = await Promise.all(
          (isOfNull ? [undefined] : values).map(async (value) => {
            const filters = [{ field, operator, value: operator === 'in' ? [value] : value }];
            const asked = { ...rightRequest(operation, targets), token: owner.token, body: { ...right, filters } };
            return { value, status: (await judged(asked)).status };
          }),
        );
        const taken = answers.filter(({ status }) => status === 200);
        refusals.push(...(taken.length === 0 ? [`${field} ${operator}`] : []));
        values = isOfNull ? values : taken.map(({ value }) => value);
      }
    }
    expect(refusals).toEqual([]);
  });

  test.each(searching)('%s reaches its window and no further', async (_, operation) => {
    const asked = { ...rightRequest(operation, targets), token: owner.token };
    const page = (pageNumber: number) => ({ ...asked, body: { ...rightBody(operation), pageNumber, pageSize: 200 } });
    await expectAll([
      { name: 'the last page', asked: page(50), status: 200, code: null },
      { name: 'behind it', asked: page(51), status: 400, code: 'page_out_of_range', at: 'pageNumber' },
    ]);
  });

  test.each(taking)('%s takes no body that is too long', async (_, operation) => {
    const body = `{"nonsense": "${'x'.repeat(operation.bodyBytesMax ?? 1_048_576)}"}`;
    const asked = { ...rightRequest(operation, targets), token: owner.token, body };
    await expectAll([{ name: 'too long', asked, status: 413, code: 'payload_too_large' }]);
  });

  test.each(taking)('%s refuses what is no JSON object', async (_, operation) => {
    const others = ['null', '[]', '"A text"', '7', 'true'];
    await expectAll(others.map((body) => refused(body, operation, { body })));
  });
});

describe('what stands outside of the body', () => {
  test.each(all)('%s refuses a parameter that is there twice, be it known or not', async (_, operation) => {
    const { path } = rightRequest(operation, targets);
    const text = 'unknown=1&unknown=2';
    await expectAll([refused(text, operation, { path: `${path}?${text}` })]);
  });

  test.each(queried)('%s refuses a wrong parameter and names it', async (_, operation) => {
    const { path } = rightRequest(operation, targets);
    const wrong = queryOf(operation).flatMap(({ name, schema }) =>
      wrongValues(document, name, schema).flatMap(({ value }) =>
        isSendable(value) && !isNumberOfWord(schema, value) ? [{ name, value }] : [],
      ),
    );
    await expectAll(
      wrong.map(({ name, value }) =>
        refused(`${name}=${value}`, operation, { path: `${path}?${name}=${encodeURIComponent(value)}` }, name),
      ),
    );
  });

  test.each(stepping)('%s refuses a state that there is not', async (_, operation) => {
    const { path } = rightRequest(operation, targets);
    const states = ['nonsense', '0', '98', '-1', '1.5', '%00'];
    await expectAll(
      states.map((state) => refused(state, operation, { path: path.replace(/[^/]+$/, state) }, wordOf(operation))),
    );
  });

  test.each(keyed)('%s refuses an Idempotency-Key that is empty, too long or not ASCII', async (_, operation) => {
    const keys = ['', 'k'.repeat(201), 'clé'];
    const rows = keys.map((key) => refused(key, operation, { headers: { 'idempotency-key': key } }));
    await expectAll(rows.map((row) => ({ ...row, code: 'idempotency_key_invalid' })));
  });
});

/** Half of a surrogate pair has no form in an address, and the front address refuses a very long one by itself. */
function isSendable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && encodeURIComponent(value).length < 12_000;
}

/** In a query the number of a word is its digits. */
function isNumberOfWord(schema: Schema, value: string): boolean {
  return document.resolve(schema).enum !== undefined && value === '1';
}

function wordOf({ path }: Endpoint): string {
  return /\{(status|stage)\}/.exec(path)?.[1] ?? '';
}

function rightBody(operation: Endpoint): Readonly<Record<string, unknown>> {
  // The operations that are asked here take an object.
  return { ...(rightRequest(operation, targets).body as object) };
}

/** Such a number is refused by a code of its own. */
function isBehindEveryPage(member: string, value: unknown): boolean {
  return member === 'pageNumber' && typeof value === 'number' && value > searchWindow;
}

const valuesOfEachType = [
  'A text',
  1,
  true,
  '2026-01-31',
  '2026-01-31T00:00:00Z',
  missingId,
  'customers',
  'client.created',
];

/** Values inside of which something can be wrong. */
function membersWithMembers(operation: Endpoint): Readonly<Record<string, unknown>> {
  const [time = ''] =
    Object.entries(filtersOf(operation).fields).find(([, operators]) => operators.includes('gt')) ?? [];
  const customFields = [{ key: 'colour', value: '' }];
  const part = { mode: 'create', values: { customFields } };
  return {
    customFields,
    filters: [{ field: time, operator: 'gt', value: '2026-01-31T00:00:00Z' }],
    ...{ customer: part, contact: part, opportunity: part },
  };
}

function schemaOf({ operationId }: Endpoint): Schema {
  const { requestBody } = document.operations.find((one) => one.operationId === operationId) ?? {};
  return requestBody?.content['application/json']?.schema ?? {};
}

function queryOf({ operationId }: Endpoint) {
  const { parameters = [] } = document.operations.find((one) => one.operationId === operationId) ?? {};
  return parameters.filter((parameter) => parameter.in === 'query');
}

interface Filters {
  /** The operators of each field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Those that any field has. */
  readonly operators: readonly string[];
}

/** The filters of a search, as its document says. */
function filtersOf(operation: Endpoint): Filters {
  const { properties = {} } = document.resolve(schemaOf(operation));
  const [list] = properties['filters']?.anyOf ?? [];
  // The extension is of this document alone.
  const fields = (document.resolve(list?.items ?? {})['x-operators'] ?? {}) as Filters['fields'];
  return {
    fields,
    operators: [...new Set(Object.values(fields).flat())],
  };
}

test('the filters of every search are known', () => {
  for (const [, operation] of searching) {
    expect(Object.keys(filtersOf(operation).fields)).not.toEqual([]);
  }
});
