import { readFileSync } from 'node:fs';
import type { Contract } from '@rapport/http-contract';
import { expect, test } from 'vitest';
import { contracts } from './contracts.ts';
import { generatedFiles } from './generated-files.ts';

const root = new URL('../../../../', import.meta.url);

test('the committed document of the public API is the one that its contracts give', () => {
  for (const [path, content] of Object.entries(generatedFiles())) {
    expect(readFileSync(new URL(path, root), 'utf8')).toBe(content);
  }
});

test('every operation has a name of its own, and all operations of a path have the same service', () => {
  const endpoints = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
    Object.values(contract).map((endpoint) => ({ service, ...endpoint })),
  );
  expect(new Set(endpoints.map(({ operationId }) => operationId)).size).toBe(endpoints.length);
  const services = Map.groupBy(endpoints, ({ path }) => path);
  for (const [path, of] of services) {
    expect(new Set(of.map(({ service }) => service)), path).toHaveProperty('size', 1);
  }
});
