/** The graph of Nx, as far as it is read here. */
export interface ProjectGraph {
  readonly nodes: Readonly<Record<string, { readonly data: { readonly root: string } }>>;
  readonly dependencies: Readonly<Record<string, readonly { readonly target: string }[]>>;
}

export interface LintOrder {
  readonly changed: readonly string[];
  /** They import what changed, whose types some rules look at. Projects further away see the change by tsc alone. */
  readonly users: readonly string[];
}

/** The projects to lint after these files changed; undefined where they hold for every project. */
export function lintOrder(files: readonly string[], { nodes, dependencies }: ProjectGraph): LintOrder | undefined {
  if (files.some((file) => ofAllProjects.has(file))) {
    return undefined;
  }
  const names = Object.keys(nodes);
  const changedBy = (isMeant: (file: string) => boolean): Set<string> =>
    new Set(
      names.filter((name) => files.some((file) => isMeant(file) && file.startsWith(`${nodes[name]?.data.root}/`))),
    );
  const changed = changedBy(() => true);
  const seen = changedBy(isSeenByUsers);
  const users = names.filter(
    (name) => !changed.has(name) && (dependencies[name] ?? []).some(({ target }) => seen.has(target)),
  );
  return { changed: [...changed], users };
}

const ofAllProjects = new Set([
  ...['eslint.config.js', 'tsconfig.base.json', 'vitest-context.d.ts', 'nx.json', 'package.json', 'package-lock.json'],
]);

function isSeenByUsers(file: string): boolean {
  return /\.(ts|js|json)$/.test(file) && !file.endsWith('.test.ts') && !file.includes('/e2e/');
}
