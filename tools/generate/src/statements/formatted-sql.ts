/** The text of a statement as a person reads it: as much of it on a line as fits, and what does not fit set in. */
export function formattedSql(text: string): string {
  return printed(treeOf(text.match(tokens) ?? []), 0);
}

/** A word or a mark, or what stands between brackets or between `case` and `end`. */
interface Piece {
  readonly text: string;
  readonly isSpaced: boolean;
  readonly inner?: readonly Piece[];
  readonly end?: string;
}

const tokens = /\s+|'(?:[^']|'')*'|[()[\],]|[^\s()[\],']+/g;
const ends: Readonly<Record<string, string>> = { '(': ')', '[': ']', case: 'end' };

function treeOf(found: readonly string[]): Piece[] {
  const levels: Piece[][] = [[]];
  const opened: { readonly text: string; readonly isSpaced: boolean }[] = [];
  let isSpaced = false;
  for (const token of found) {
    if (/^\s/.test(token)) {
      isSpaced = true;
      continue;
    }
    const open = opened.at(-1);
    if (open && token === ends[open.text]) {
      const inner = levels.pop() ?? [];
      opened.pop();
      levels.at(-1)?.push({ ...open, inner, end: token });
    } else if (ends[token] !== undefined) {
      opened.push({ text: token, isSpaced });
      levels.push([]);
    } else {
      levels.at(-1)?.push({ text: token.replaceAll(/\s+/g, ' '), isSpaced });
    }
    isSpaced = false;
  }
  return levels[0] ?? [];
}

function printed(pieces: readonly Piece[], indent: number): string {
  const flat = flatOf(pieces);
  if (indent + flat.length <= widthMax) {
    return flat;
  }
  const clauses = split(pieces, beginsClause);
  if (clauses.length > 1) {
    return clauses.map((clause) => printed(clause, indent)).join(newLine(indent));
  }
  const inside = clauseWords.has(pieces[0]?.text ?? '') ? indent + 2 : indent;
  for (const begins of [isBehindComma, beginsCondition]) {
    const items = split(pieces, begins);
    if (items.length > 1) {
      return items.map((item) => printed(item, inside)).join(newLine(inside));
    }
  }
  return pieces.map((piece, index) => `${gapBefore(piece, index)}${opened(piece, indent)}`).join('');
}

/** Only what is long is opened. */
function opened(piece: Piece, indent: number): string {
  const { text, inner, end = '' } = piece;
  if (inner === undefined || flatOf([piece]).length <= keptWholeMax) {
    return flatOf([piece]);
  }
  return `${text}${newLine(indent + 2)}${printed(inner, indent + 2)}${newLine(indent)}${end}`;
}

function flatOf(pieces: readonly Piece[]): string {
  return pieces.map((piece, index) => `${gapBefore(piece, index)}${flat(piece)}`).join('');
}

function flat({ text, inner, end = '' }: Piece): string {
  if (inner === undefined) {
    return text;
  }
  const gap = text === 'case' ? ' ' : '';
  return `${text}${gap}${flatOf(inner)}${gap}${end}`;
}

function gapBefore({ isSpaced }: Piece, index: number): string {
  return isSpaced && index > 0 ? ' ' : '';
}

/** The pieces in groups, of which each but the first begins where the function says so. */
function split(pieces: readonly Piece[], begins: (pieces: readonly Piece[], at: number) => boolean): Piece[][] {
  const groups: Piece[][] = [[]];
  pieces.forEach((piece, at) => {
    if (at > 0 && begins(pieces, at)) {
      groups.push([]);
    }
    groups.at(-1)?.push(piece);
  });
  return groups;
}

function beginsClause(pieces: readonly Piece[], at: number): boolean {
  const [before = '', word = ''] = [pieces[at - 1]?.text, pieces[at]?.text];
  const noClause = continued[word] ?? [];
  return clauseWords.has(word) && !noClause.includes(before);
}

const clauseWords = new Set(
  'select from where order returning set values union left cross join insert update delete using for when else'.split(
    ' ',
  ),
);

/** The words behind which a word goes on with their clause. */
const continued: Readonly<Record<string, readonly string[]>> = {
  from: ['distinct', 'delete'],
  set: ['update'],
  update: ['do', 'for'],
  join: ['left', 'cross'],
  select: ['all'],
};

function isBehindComma(pieces: readonly Piece[], at: number): boolean {
  return pieces[at - 1]?.text === ',';
}

function beginsCondition(pieces: readonly Piece[], at: number): boolean {
  return ['and', 'or'].includes(pieces[at]?.text ?? '');
}

function newLine(indent: number): string {
  return `\n${' '.repeat(indent)}`;
}

const widthMax = 110;
const keptWholeMax = 60;
