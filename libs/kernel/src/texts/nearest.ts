/** The one of these words that somebody most likely meant who wrote another; undefined where none is near. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  if (written.length > lengthMax) {
    return undefined;
  }
  const lower = written.toLowerCase();
  let best: string | undefined;
  // A third of a word may be wrong.
  let bestDistance = Math.floor(written.length / 3) + 1;
  for (const word of known) {
    const distance = distanceOf(lower, word.toLowerCase());
    if (distance < bestDistance) {
      [best, bestDistance] = [word, distance];
    }
  }
  return best;
}

/** The time grows with the length, and no word of ours is so long. */
const lengthMax = 50;

/** How many characters have to be added, left out, replaced or swapped to make one text of the other. */
function distanceOf(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    rows.push(next);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
