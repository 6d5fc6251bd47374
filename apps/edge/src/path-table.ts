/** A path prefix of whole segments, matched as it is sent, and what holds below it. */
export interface Line<Value> {
  readonly prefix: string;
  readonly value: Value;
}

/** The closer prefix stands first; the last line holds for every path. */
export type PathTable<Value> = readonly Line<Value>[];

/** A value holds below the shortest prefixes that no path with another value shares. */
export function pathTable<Value>(
  paths: readonly (readonly [path: string, value: Value])[],
  otherwise: Value,
): PathTable<Value> {
  const values = new Map<string, Set<Value>>();
  for (const [path, value] of paths) {
    for (const prefix of prefixesOf(path)) values.set(prefix, (values.get(prefix) ?? new Set()).add(value));
  }
  const lines: Line<Value>[] = [];
  for (const [prefix, [value, another]] of values) {
    const parent = values.get(prefix.slice(0, prefix.lastIndexOf('/')));
    const isShortest = parent === undefined || parent.size > 1;
    if (value !== undefined && another === undefined && isShortest) lines.push({ prefix, value });
  }
  lines.sort((one, other) => other.prefix.length - one.prefix.length);
  return [...lines, { prefix: '', value: otherwise }];
}

/** What holds for a target, or nothing for one that is no path. */
export function valueFor<Value>(target: string, table: PathTable<Value>): Value | undefined {
  if (!target.startsWith('/')) return undefined;
  return table.find(({ prefix }) => target.startsWith(prefix) && endsSegment(target[prefix.length]))?.value;
}

/** `/a/b/{id}` has the prefixes `/a` and `/a/b`. */
function prefixesOf(path: string): string[] {
  const literal = path.split('/{', 1)[0] ?? path;
  const segments = literal.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

function endsSegment(next: string | undefined): boolean {
  return next === undefined || next === '/' || next === '?';
}
