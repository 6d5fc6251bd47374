import type { Search, SearchFilter, SearchValue, Visibility } from '@rapport/kernel';
import type { RecordDefinition } from '../../defining/definition.ts';

/** A record as it stands in its table, by its members. A part has the owner and the team of its parent. */
export type Known = Readonly<Record<string, SearchValue | null>>;

/** The ids that a search finds, in order: a plain filter over all records, which shares no code with the searches. */
export function oracle(
  definition: RecordDefinition,
  records: readonly Known[],
  { words, filters, sort }: Search,
  visibility: Visibility,
): string[] {
  const { texts: withWords = [], otherTexts = [] } = definition.search ?? {};
  const texts = [...withWords, ...otherTexts];
  const found = records
    .filter((record) => definition.seenBy === 'everybody' || isSeen(record, visibility))
    .filter((record) => words.every((word) => withWords.some((member) => hasWord(record[member] ?? null, word))))
    .filter((record) => filters.every((filter) => passes(record[filter.field] ?? null, filter, texts)));
  const sign = sort.direction === 'asc' ? 1 : -1;
  const keyOf = (record: Known): SearchValue | null => {
    const value = record[sort.by] ?? null;
    return typeof value === 'string' && texts.includes(sort.by) ? plain(value) : value;
  };
  return found
    .toSorted((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)];
      return a === null || b === null
        ? Number(a === null) - Number(b === null) || sign * order(idOf(one), idOf(other))
        : sign * (order(a, b) || order(idOf(one), idOf(other)));
    })
    .map(idOf);
}

export function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss');
}

function idOf(record: Known): string {
  return String(record['id']);
}

function isSeen(record: Known, visibility: Visibility): boolean {
  switch (visibility.scope) {
    case 'all':
      return true;
    case 'own':
      return record['ownerUserId'] === visibility.userId;
    case 'team':
      return record['teamId'] === visibility.teamId;
  }
}

function hasWord(value: SearchValue | null, word: string): boolean {
  const [text, sought] = [plain(String(value ?? '')), plain(word)];
  if (value === null) {
    return false;
  }
  if (Array.from(sought).length >= 3) {
    return text.includes(sought);
  }
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) {
      return true;
    }
  }
  return false;
}

function passes(own: SearchValue | null, { field, operator, value }: SearchFilter, texts: readonly string[]): boolean {
  if (operator === 'isNull' || operator === 'isNotNull') {
    return (own === null) === (operator === 'isNull');
  }
  if (own === null) {
    return operator === 'ne';
  }
  const bare = (given: unknown): unknown => (texts.includes(field) ? String(given).toLowerCase() : given);
  const wanted = value as SearchValue;
  switch (operator) {
    case 'eq':
      return bare(own) === bare(wanted);
    case 'ne':
      return bare(own) !== bare(wanted);
    case 'in':
      return (value as readonly SearchValue[]).some((each) => bare(each) === bare(own));
    case 'contains':
      return plain(String(own)).includes(plain(String(wanted)));
    case 'startsWith':
      return plain(String(own)).startsWith(plain(String(wanted)));
    case 'gt':
      return own > wanted;
    case 'gte':
      return own >= wanted;
    case 'lt':
      return own < wanted;
    case 'lte':
      return own <= wanted;
  }
}

/** By code point, as PostgreSQL sorts; JavaScript compares halves of pairs. */
function order(one: SearchValue, other: SearchValue): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return Number(one) - Number(other);
}
