/** The graph of Nx, as far as it is read here. */
export interface ProjectGraph {
  readonly nodes: Readonly<Record<string, { readonly data: { readonly root: string } }>>;
  readonly dependencies: Readonly<Record<string, readonly { readonly target: string }[]>>;
}

/**
 * The folders to lint after these files changed: of their projects and of those that import them, whose types some
 * rules look at. Projects further away see the change by tsc alone. Undefined where a file holds for every project.
 */
export function foldersToLint(
  files: readonly string[],
  { nodes, dependencies }: ProjectGraph,
): readonly string[] | undefined {
  if (files.some((file) => ofAllProjects.has(file))) {
    return undefined;
  }
  const names = Object.keys(nodes);
  const changedBy = (changed: readonly string[]): Set<string> =>
    new Set(names.filter((name) => changed.some((file) => file.startsWith(`${nodes[name]?.data.root}/`))));
  const changed = changedBy(files);
  const seen = changedBy(files.filter(isSeenByUsers));
  return names
    .filter((name) => changed.has(name) || (dependencies[name] ?? []).some(({ target }) => seen.has(target)))
    .flatMap((name) => nodes[name]?.data.root ?? []);
}

const ofAllProjects = new Set([
  ...['eslint.config.js', 'tsconfig.base.json', 'vitest-context.d.ts', 'nx.json', 'package.json', 'package-lock.json'],
]);

function isSeenByUsers(file: string): boolean {
  return /\.(ts|js|json)$/.test(file) && !file.endsWith('.test.ts') && !file.includes('/e2e/');
}
