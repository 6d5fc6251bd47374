/**
 * Writes the stored values of a record as its answer shows them, in the order of the keys. What it takes is the JSONB
 * text as PostgreSQL prints it, as raw rows have it: an object of texts and numbers. The values are cut out and not
 * parsed, so they leave byte for byte as `shownValues` renders them.
 */
export function valuesWriter(keys: readonly string[]): (stored: string) => string {
  if (keys.length === 0) {
    return () => none;
  }
  const indexes = new Map(keys.map((key, index) => [key, index]));
  const heads = keys.map((key) => `{"key":"${key}","value":`);
  const found = new Array<string>(keys.length);
  return (stored) => {
    if (stored === '{}') {
      return none;
    }
    found.fill('');
    cutOut(stored, indexes, found);
    let text = '';
    for (let index = 0; index < found.length; index += 1) {
      if (found[index] !== '') {
        text += `${text === '' ? '[' : ','}${heads[index]}${found[index]}}`;
      }
    }
    return text === '' ? none : `${text}]`;
  };
}

const none = '[]';

/** Between two members PostgreSQL writes a comma and a space, and behind a key a colon and a space. */
function cutOut(stored: string, indexes: ReadonlyMap<string, number>, found: string[]): void {
  for (let at = '{"'.length; ; at += ', "'.length) {
    const keyEnd = stored.indexOf('"', at);
    if (keyEnd < 0) {
      throw new Error('The stored custom fields are no object.');
    }
    const start = keyEnd + '": '.length;
    const end = endOfValue(stored, start);
    const index = indexes.get(stored.slice(at, keyEnd));
    if (index !== undefined) {
      found[index] = stored.slice(start, end);
    }
    at = end;
    if (stored[end] === '}') {
      return;
    }
  }
}

function endOfValue(stored: string, start: number): number {
  if (stored[start] !== '"') {
    const comma = stored.indexOf(',', start);
    return comma < 0 ? stored.length - 1 : comma;
  }
  for (let quote = stored.indexOf('"', start + 1); quote >= 0; quote = stored.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (stored[before] === '\\') {
      before -= 1;
    }
    if ((quote - before) % 2 === 1) {
      return quote + 1;
    }
  }
  throw new Error('A text in the stored custom fields does not end.');
}
