import type { Trace } from '@rapport/kernel';

export async function inSpan<T>(
  _trace: Trace,
  _name: string,
  _attributes: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  return work();
}
