import { dirname, join } from 'node:path';

/** The files that a file imports by a relative path. Imports of packages cannot lead back: projects form no circle. */
export function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(relativeImport)].map(([, specifier = '']) => join(dirname(path), specifier));
}

const relativeImport = /(?:^|\n)(?:import|export)\b[^;'"]*?['"](\.[^'"]+)['"]/g;
