/** A caller who wrote a word most likely meant this one of the known words; undefined where none is near. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  if (written.length > lengthMax) {
    return undefined;
  }
  const lower = written.toLowerCase();
  let best: string | undefined;
  // A third of a word may be wrong.
  let bestDistance = Math.floor(written.length / 3) + 1;
  for (const word of known) {
    // A text of another length is at least as far away as that.
    if (Math.abs(word.length - written.length) >= bestDistance) {
      continue;
    }
    const distance = distanceOf(lower, word.toLowerCase());
    if (distance < bestDistance) {
      [best, bestDistance] = [word, distance];
    }
  }
  return best;
}

/** The time grows with the length, and no word of ours is so long. */
const lengthMax = 50;

/** The count of characters to add, leave out, replace or swap to make one text of the other. */
function distanceOf(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let least = Math.min(replaced, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      if (row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      next.push(least);
    }
    [beforeLast, last] = [last, next];
  }
  return last[to.length] ?? 0;
}
