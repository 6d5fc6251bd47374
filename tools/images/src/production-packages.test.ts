import { expect, test } from 'vitest';
import { closureOf } from './production-packages.ts';

test('the packages of an image are those that the workspace itself needs, each in the version that Node would find', () => {
  const packages = closureOf({
    '': { dependencies: { web: '1' } },
    'tools/x': { dependencies: { heavy: '1' } },
    'node_modules/heavy': {},
    'node_modules/web': { dependencies: { text: '2', '@scope/part': '1' }, peerDependencies: { absent: '1' } },
    'node_modules/web/node_modules/text': { dependencies: { deep: '1' } },
    'node_modules/text': {},
    'node_modules/deep': {},
    'node_modules/@scope/part': { dependencies: { text: '1' }, optionalDependencies: { 'part-windows': '1' } },
  });
  expect(packages).toEqual([
    'node_modules/@scope/part',
    'node_modules/deep',
    'node_modules/text',
    'node_modules/web',
    'node_modules/web/node_modules/text',
  ]);
});
