/** The failure behind a failure; of several, which have no cause in common, the first. */
export function innerOf(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const [first] = 'errors' in error && Array.isArray(error.errors) ? (error.errors as readonly unknown[]) : [];
  return error.cause ?? first;
}
