/** Writes what k6 measured to the file that the caller of the run reads. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [__ENV['SUMMARY_FILE'] ?? 'summary.json']: JSON.stringify(data) };
}
