/** The names of a failure. Its message may repeat what was sent. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const { code, originalCode, responseCode } = error as Error &
    Record<'code' | 'originalCode' | 'responseCode', unknown>;
  // The library has its own code in place of that of the certificate or the socket, which it keeps.
  const names = [code ?? error.name, originalCode, responseCode].filter(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  return names.join(' ');
}
