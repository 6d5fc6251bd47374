/** Leaves out as many items as it can, in ever smaller pieces, while the rest still fails. */
export async function shortest<T>(items: readonly T[], fails: (fewer: readonly T[]) => Promise<boolean>): Promise<T[]> {
  let kept = [...items];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const fewer = kept.toSpliced(at, size);
      if (await fails(fewer)) {
        kept = fewer;
      } else {
        at += size;
      }
    }
  }
  return kept;
}
