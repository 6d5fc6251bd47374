import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { codeExamples } from './code-examples.ts';
import type { LocatedOperation } from './document.ts';

const answer = { '200': { description: 'The answer.', content: { 'application/json': { schema: {} } } } };

const update: LocatedOperation = {
  method: 'put',
  path: '/things/{id}',
  operation: {
    operationId: 'updateThing',
    security: [{ clientCredentials: ['things.write'] }],
    parameters: [
      { name: 'id', in: 'path', schema: {}, example: 'a/b' },
      { name: 'since', in: 'query', schema: {}, example: '2026-01-31T09:30:00+01:00' },
      { name: 'cursor', in: 'query', schema: {} },
      { name: 'If-Match', in: 'header', schema: {}, example: '"1"' },
    ],
    requestBody: {
      content: {
        'application/json': { schema: {}, example: { name: "St James's", tags: [], isActive: true, of: null } },
      },
    },
    responses: answer,
  },
};

/** The code of an operation in each language, as its reader sees it. */
function codesOf(located: LocatedOperation): Record<string, string> {
  const found = codeExamples(located).text.matchAll(/<summary>(\w+)<\/summary>\n<pre>([^<]*)<\/pre>/g);
  const shown = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries(Array.from(found, ([, name = '', text = '']) => [name, shown(text)]));
}

test('a request is shown in three languages with its address, headers and body', () => {
  expect(codesOf(update)).toEqual({
    curl: `curl --fail-with-body -X PUT "$BASE/things/a%2Fb?since=2026-01-31T09%3A30%3A00%2B01%3A00" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'If-Match: "1"' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "name": "St James'\\''s",
  "tags": [],
  "isActive": true,
  "of": null
}'`,
    Python: `import requests

answer = requests.put(
    f"{BASE}/things/a%2Fb?since=2026-01-31T09%3A30%3A00%2B01%3A00",
    headers={"Authorization": f"Bearer {TOKEN}", "If-Match": "\\"1\\""},
    json={
        "name": "St James's",
        "tags": [],
        "isActive": True,
        "of": None,
    },
)
answer.raise_for_status()
print(answer.json())`,
    TypeScript: `const answer = await fetch(\`\${BASE}/things/a%2Fb?since=2026-01-31T09%3A30%3A00%2B01%3A00\`, {
  method: 'PUT',
  headers: { Authorization: \`Bearer \${TOKEN}\`, "If-Match": "\\"1\\"", 'Content-Type': 'application/json' },
  body: JSON.stringify({
    "name": "St James's",
    "tags": [],
    "isActive": true,
    "of": null
  }),
});
if (!answer.ok) {
  throw new Error(await answer.text());
}
console.log(await answer.json());`,
  });
});

const form = {
  'application/x-www-form-urlencoded': { schema: {}, example: 'grant_type=client_credentials&scope=a+b' },
};
const file = { 'multipart/form-data': { schema: { properties: { file: {} } } } };

test.each([
  [
    'a form',
    { content: form },
    [{ clientBasic: [] }, {}],
    "--data-urlencode 'scope=a b'",
    'data={',
    'new URLSearchParams({',
  ],
  ['a file', { content: file }, [{ user: [] }], "-F 'file=@", 'files={"file": open(', 'openAsBlob('],
])('the code that sends %s can be read by its language', (_, requestBody, security, curl, python, typeScript) => {
  const codes = codesOf({ ...update, operation: { ...update.operation, requestBody, security } });
  expect(codes['curl']).toContain(curl);
  expect(codes['Python']).toContain(python);
  expect(codes['TypeScript']).toContain(typeScript);
  expect(() => stripTypeScriptTypes(codes['TypeScript'] ?? '')).not.toThrow();
});
