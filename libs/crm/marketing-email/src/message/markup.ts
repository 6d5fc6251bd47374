import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export interface Attribute {
  /** In lower case. */
  readonly name: string;
  /** With its references to characters resolved. */
  readonly value: string;
  /** The offset of the attribute, its name included, in the source. */
  readonly start: number;
  readonly end: number;
}

/** A visitor is told of a source in HTML, from its beginning to its end. Names are in lower case. */
export interface MarkupVisitor {
  readonly opened: (tag: string, attributes: readonly Attribute[]) => void;
  readonly closed: (tag: string, start: number) => void;
  /** A piece of text; where it is no reference to a character it stands in the source as it is. */
  readonly text: (text: string, start: number) => void;
}

/**
 * Reads HTML as a flat row of tags and texts. A tree would take time by the square of its depth to build, and a file may be as deep
 * as it is long.
 */
export function readMarkup(source: string, visitor: MarkupVisitor): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, new Reader(source, visitor));
  tokenizer.write(source);
  tokenizer.end();
}

/** No reader of a page sees their texts. */
export const silentTags: ReadonlySet<string> = new Set(['style', 'script', 'title']);

/** A text as it stands in HTML, within quotes too. */
export function escapedInMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

class Reader implements TokenizerCallbacks {
  readonly #source: string;
  readonly #visitor: MarkupVisitor;
  #tag = '';
  #attributes: Attribute[] = [];
  #attribute = { name: '', value: '', start: 0 };

  constructor(source: string, visitor: MarkupVisitor) {
    this.#source = source;
    this.#visitor = visitor;
  }

  ontext(start: number, end: number): void {
    this.#visitor.text(this.#source.slice(start, end), start);
  }

  ontextentity(codepoint: number, end: number): void {
    this.#visitor.text(String.fromCodePoint(codepoint), end);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#source.slice(start, end).toLowerCase();
    this.#attributes = [];
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.#source.slice(start, end).toLowerCase(), value: '', start };
  }

  onattribdata(start: number, end: number): void {
    this.#attribute.value += this.#source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#attribute.value += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: unknown, end: number): void {
    this.#attributes.push({ ...this.#attribute, end });
  }

  onopentagend(): void {
    this.#visitor.opened(this.#tag, this.#attributes);
  }

  onselfclosingtag(): void {
    this.#visitor.opened(this.#tag, this.#attributes);
  }

  onclosetag(start: number, end: number): void {
    this.#visitor.closed(this.#source.slice(start, end).toLowerCase(), start - '</'.length);
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
