/** A word that stands in a mail for a value of its recipient, spelled exactly, between two braces. */
export const placeholders = ['firstName', 'lastName', 'companyName', 'unsubscribeUrl'] as const;

export type Placeholder = (typeof placeholders)[number];

export type Values = Readonly<Record<Placeholder, string>>;

/** The problem of a text that holds something else between two braces, or undefined. */
export function placeholderProblem(text: string): string | undefined {
  for (const [whole, name = ''] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (!isPlaceholder(name)) {
      return `${JSON.stringify(shortened(whole))} is no placeholder. There are ${listed}.`;
    }
  }
  return undefined;
}

function isPlaceholder(name: string): boolean {
  return placeholders.some((known) => known === name);
}

const listed = placeholders.map((name) => `{{${name}}}`).join(', ');

function shortened(text: string): string {
  return text.length > 50 ? `${text.slice(0, 50)}...` : text;
}

/** A text whose placeholders were found once, so that a value is never taken for a text with placeholders. */
export interface Template {
  /** One more than there are slots, which stand between them. */
  readonly texts: readonly string[];
  readonly slots: readonly Placeholder[];
}

export function templateOf(text: string): Template {
  return templateOfMarked(marked(text));
}

/**
 * A page with marks in the place of its braces. References to characters and the text between tags make a placeholder only when the
 * page is read, behind the marks, and that one is none. A file has no U+0000.
 */
export function marked(page: string): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => (isPlaceholder(name) ? mark + name + mark : whole));
}

export const mark = '\u0000';

export function templateOfMarked(page: string): Template {
  const pieces = page.split(mark);
  return {
    texts: pieces.filter((_, index) => index % 2 === 0),
    slots: pieces.filter((_, index) => index % 2 === 1) as Placeholder[],
  };
}

/** `escape` makes a value stand in the text as what it is. */
export function filled({ texts, slots }: Template, values: Values, escape: (value: string) => string): string {
  const pieces = slots.map((name, index) => escape(values[name]) + (texts[index + 1] ?? ''));
  return (texts[0] ?? '') + pieces.join('');
}
