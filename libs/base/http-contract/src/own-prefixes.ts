/**
 * The shortest path prefixes of whole segments below which every path has the same value, with that value. No prefix
 * lies below another. A path with two values has no prefix.
 */
export function ownPrefixes<Value>(paths: readonly (readonly [path: string, value: Value])[]): Map<string, Value> {
  const values = new Map<string, Set<Value>>();
  for (const [path, value] of paths) {
    for (const prefix of prefixesOf(path)) {
      values.set(prefix, (values.get(prefix) ?? new Set()).add(value));
    }
  }
  const own = new Map<string, Value>();
  for (const [prefix, [value, another]] of values) {
    const parent = values.get(prefix.slice(0, prefix.lastIndexOf('/')));
    const isShortest = parent === undefined || parent.size > 1;
    if (value !== undefined && another === undefined && isShortest) {
      own.set(prefix, value);
    }
  }
  return own;
}

/** `/a/b/{id}` has the prefixes `/a` and `/a/b`. */
function prefixesOf(path: string): string[] {
  const literal = path.split('/{', 1)[0] ?? path;
  const segments = literal.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}
