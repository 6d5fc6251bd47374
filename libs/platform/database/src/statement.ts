/** An SQL text with its name. It is made once, at module level or with the store that sends it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The name in metrics and spans, where many texts that are composed for requests are measured as one. */
  readonly measuredAs?: string;
  /**
   * Whether the text is composed for a request: it is planned for its values, and no connection keeps it, so a
   * session's memory does not grow with the texts that callers can ask for.
   */
  readonly isComposed?: true;
  /** The position of the parameter that `:lock` stands for, which the write queue fills; null where there is none. */
  readonly lockParameter: number | null;
}

/**
 * A tenant's text says `tenant.` where the schema stands, `:tenant` for its number and `:lock` for the milliseconds
 * that the statement may wait for the tenant's lock. The name must be unique and short enough for PostgreSQL, which
 * prepares statements by their names.
 */
export function statement(name: string, text: string): Statement {
  if (!namePattern.test(name)) {
    throw new Error(`${name} cannot name a statement`);
  }
  const short = withoutIndentation(text);
  if (!/:lock\b/.test(short)) {
    return { name, text: short, lockParameter: null };
  }
  const lockParameter = 1 + Math.max(0, ...Array.from(short.matchAll(/\$(\d+)/g), (match) => Number(match[1])));
  return { name, text: short.replaceAll(/:lock\b/g, `$${lockParameter}::int`), lockParameter };
}

/** A connection keeps a bounded number of characters prepared, and indentation should take none of them. */
function withoutIndentation(text: string): string {
  return text.trim().replaceAll(/\n\s+/g, '\n');
}

const namePattern = /^[a-z][a-z0-9_]{0,47}$/;
