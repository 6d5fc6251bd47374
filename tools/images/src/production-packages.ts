import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

/**
 * The folders of the packages that the bundles need, from the root of the workspace: those that its `dependencies` name,
 * and theirs. `npm ci --omit=dev` would bring what the tools of the workspace need as well.
 */
export async function productionPackages(root: string): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Locked };
  // A package for another system was left out when the others were installed.
  return closureOf(lock.packages).filter((folder) => existsSync(join(root, folder)));
}

export function closureOf(locked: Locked): string[] {
  const found = new Set<string>();
  const waiting = neededBy('', locked);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (!found.has(folder)) {
      found.add(folder);
      waiting.push(...neededBy(folder, locked));
    }
  }
  return [...found].sort();
}

function neededBy(folder: string, locked: Locked): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = locked[folder] ?? {};
  const names = Object.keys({ ...optionalDependencies, ...(folder === '' ? {} : peerDependencies), ...dependencies });
  return names.flatMap((name) => resolved(name, folder, locked) ?? []);
}

/** The place where Node finds the package: below the folder that asks, or below one of those that it stands in. */
function resolved(name: string, from: string, locked: Locked): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('node_modules/') - 1))) {
    const folder = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    if (locked[folder] !== undefined) {
      return folder;
    }
    if (above === '') {
      return undefined;
    }
  }
}
