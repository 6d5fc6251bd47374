/**
 * The text of a statement that begins with common table expressions. Each may name those alone that stand in front of it;
 * another name is an error where the statement is composed, and not where a caller first sends it.
 */
export function withExpressions(expressions: readonly string[], last: string): string {
  const names = expressions.map(nameOf);
  [...expressions, last].forEach((text, at) => requireInFront(text, names.slice(0, at), names.slice(at)));
  return `with ${expressions.join(',\n')}\n${last}`;
}

function nameOf(expression: string): string {
  const name = /^(\w+) as (?:materialized )?\(/.exec(expression)?.[1];
  if (name === undefined) {
    throw new Error(`this is no common table expression: ${expression}`);
  }
  return name;
}

/** Tables have a schema in front of their names, and functions a bracket behind. All else that is read is an expression. */
function requireInFront(text: string, inFront: readonly string[], behind: readonly string[]): void {
  const sql = text.replaceAll(/'(?:[^']|'')*'/g, '');
  const missing =
    Array.from(sql.matchAll(reading), ([, name = '']) => name).find((name) => !inFront.includes(name)) ??
    behind.find((name) => new RegExp(`(?<![\\w.])${name}\\.`).test(sql));
  if (missing !== undefined) {
    throw new Error(`a text names ${missing}, which does not stand in front of it: ${text}`);
  }
}

const reading = /(?<!\bdistinct )\b(?:from|join|using) (?!select\b|lateral\b)([a-z_]\w*)\b(?![.(])/g;
