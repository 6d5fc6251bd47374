import { expect, test } from 'vitest';
import { treeOf, type Branch } from './group-tree.ts';

test('groups stand below their parents, in their order, and one whose parent is away at the top', () => {
  const groups = [
    { id: 'b', parentId: 'a' },
    { id: 'a', parentId: null },
    { id: 'c', parentId: 'b' },
    { id: 'd', parentId: 'away' },
    { id: 'e', parentId: 'a' },
  ];
  expect(treeOf(groups).map(inWords)).toEqual(['a(b(c) e)', 'd']);
});

function inWords({ group, below }: Branch): string {
  return below.length === 0 ? group.id : `${group.id}(${below.map(inWords).join(' ')})`;
}
