/**
 * The one form of a JSON value by RFC 8785: members in the order of their UTF-16 units, no white space, numbers as
 * ECMAScript writes them. So 1 and 1.0 are the same, and null differs from a member that is missing.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
}

function canonicalArray(items: readonly unknown[]): string {
  let text = '[';
  for (const item of items) {
    text += text === '[' ? canonicalJson(item) : `,${canonicalJson(item)}`;
  }
  return `${text}]`;
}

function canonicalObject(members: object): string {
  let text = '{';
  // Without an argument, sort compares UTF-16 units, as the RFC asks.
  for (const name of Object.keys(members).sort()) {
    const member: unknown = Reflect.get(members, name);
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}
