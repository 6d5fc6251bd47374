import { scopes } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const [document = ''] = Object.values(generatedFiles());
const { schemas } = (JSON.parse(document) as { components: { schemas: Record<string, Body> } }).components;

interface Body {
  readonly properties: { readonly scopes: { readonly items: { readonly pattern: string } } };
}

test.each(['NewApiClient', 'ApiClientChange'])(
  'by the document %s takes the scopes that there are, and no other',
  (name) => {
    const scope = new RegExp(schemas[name]?.properties.scopes.items.pattern ?? '', 'u');
    expect(scopes.filter((text) => !scope.test(text))).toEqual([]);
    expect(['customers.fly', 'activities.read', 'customers', ''].filter((text) => scope.test(text))).toEqual([]);
  },
);
