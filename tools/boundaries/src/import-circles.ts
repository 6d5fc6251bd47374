import { importsOf } from './imports-of.ts';

/** Circles of files that import each other, types included, each as its paths with the first one again at the end. */
export function importCircles(files: ReadonlyMap<string, string>): string[][] {
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) {
      circles.push([...way.slice(start), path]);
      return;
    }
    if (done.has(path)) {
      return;
    }
    for (const imported of imports.get(path) ?? []) {
      visit(imported, [...way, path]);
    }
    done.add(path);
  };
  for (const path of files.keys()) {
    visit(path, []);
  }
  return circles;
}
