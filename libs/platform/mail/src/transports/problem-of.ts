/** The names of a failure. Its message may repeat what was sent. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const names = [code ?? error.name, responseCode].filter(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  return names.join(' ');
}
