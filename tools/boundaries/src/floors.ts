import { dirname, relative } from 'node:path';
import { importsOf } from './imports-of.ts';

/**
 * The imports of a lib that lead up, as `file imports file`. A folder may use those that stand in front of it in the list,
 * and none behind; the files beside the folders may use all. A folder that has no floor is in the way too.
 */
export function arrowsUp(files: ReadonlyMap<string, string>, root: string, floors: readonly string[]): string[] {
  const floorOf = (path: string): number => {
    const folder = dirname(relative(root, path));
    return folder === '.' ? floors.length : floors.indexOf(folder);
  };
  return [...files].flatMap(([path, text]) =>
    floorOf(path) < 0
      ? [`${path} is on no floor`]
      : importsOf(path, text)
          .filter((imported) => floorOf(imported) > floorOf(path))
          .map((imported) => `${path} imports ${imported}`),
  );
}
