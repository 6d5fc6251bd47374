import { readMarkup, silentTags, type Attribute } from './markup.ts';
import { mark } from './placeholders.ts';

/** The plain text of a page. Each link stands behind its words. */
export function textOfPage(html: string): string {
  const writer = new TextWriter();
  readMarkup(html, writer);
  return writer.written;
}

class TextWriter {
  readonly #pieces: string[] = [];
  /** Of the line that is being written. */
  #isEmpty = true;
  #hasSpace = false;
  #breaks = 0;
  #silent = '';
  #link: { readonly address: string; readonly at: number } | undefined;

  get written(): string {
    return this.#pieces.join('');
  }

  opened(tag: string, attributes: readonly Attribute[]): void {
    this.#silent = silentTags.has(tag) ? tag : '';
    this.#break(tag);
    if (tag === 'br') {
      this.#breaks += 1;
    } else if (tag === 'li') {
      this.#write('- ');
    } else if (tag === 'img') {
      this.text(valueOf(attributes, 'alt'));
    } else if (tag === 'a') {
      this.#link = { address: valueOf(attributes, 'href').trim(), at: this.#pieces.length };
    }
  }

  closed(tag: string): void {
    this.#silent = '';
    this.#break(tag);
    if (tag === 'a') {
      this.#closeLink();
    }
  }

  text(text: string): void {
    if (this.#silent !== '') {
      return;
    }
    for (const piece of text.split(/(\s+)/)) {
      if (piece.trim() === '') {
        this.#hasSpace ||= piece !== '';
      } else {
        this.#write(piece);
      }
    }
  }

  #closeLink(): void {
    const { address = '', at = 0 } = this.#link ?? {};
    this.#link = undefined;
    if (isShown(address) && !this.#pieces.slice(at).join('').includes(address)) {
      this.#hasSpace = true;
      this.#write(`<${address}>`);
    }
  }

  #break(tag: string): void {
    this.#breaks = Math.max(this.#breaks, breaksAround(tag));
    this.#hasSpace ||= tag === 'td' || tag === 'th';
  }

  #write(text: string): void {
    if (this.#breaks > 0 && this.#pieces.length > 0) {
      this.#pieces.push('\n'.repeat(Math.min(this.#breaks, 2)));
      this.#isEmpty = true;
    }
    this.#breaks = 0;
    this.#pieces.push(this.#hasSpace && !this.#isEmpty ? ` ${text}` : text);
    this.#hasSpace = false;
    this.#isEmpty = false;
  }
}

function valueOf(attributes: readonly Attribute[], name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

/** An address that leads out of the mail. */
function isShown(address: string): boolean {
  return address.startsWith(mark) || /^(?:https?:|mailto:|tel:)/i.test(address);
}

function breaksAround(tag: string): number {
  return paragraphs.has(tag) ? 2 : lines.has(tag) ? 1 : 0;
}

const paragraphs = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'blockquote',
  'pre',
  'table',
  'hr',
]);
const lines = new Set([
  'div',
  'li',
  'tr',
  'dt',
  'dd',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'nav',
  'center',
]);
