/** A value that a test relies on; it fails where that is not there. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('it is not there');
  }
  return value;
}
