import type { InlineImage } from '@rapport/mail';
import { escapedInMarkup, readMarkup, silentTags, type Attribute } from './markup.ts';
import { mark, marked } from './placeholders.ts';

/** A page, whose placeholders are marked, as it stands in mails: each image of its own is one of the mail's, and it has a link to unsubscribe. */
export interface Page {
  readonly html: string;
  readonly images: readonly InlineImage[];
}

/** `files` are what the page may name by a relative address. */
export function pageOf(source: string, files: ReadonlyMap<string, Buffer>): Page {
  const editor = new PageEditor(files);
  readMarkup(source, editor);
  return { html: editor.edited(source), images: editor.images };
}

/** The link of a page without one. */
export const addedLink = '<p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

class PageEditor {
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #images = new Map<string, InlineImage>();
  readonly #edits: Edit[] = [];
  #silent = '';
  #hasLink = false;
  #bodyEnd: number | undefined;

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files;
  }

  get images(): readonly InlineImage[] {
    return [...this.#images.values()];
  }

  edited(source: string): string {
    const end = this.#bodyEnd ?? source.length;
    const edits = this.#hasLink ? this.#edits : [...this.#edits, { start: end, end, text: marked(addedLink) }];
    let at = 0;
    const pieces = edits
      .toSorted((one, other) => one.start - other.start)
      .map(({ start, end, text }) => {
        const piece = source.slice(at, start) + text;
        at = end;
        return piece;
      });
    return pieces.join('') + source.slice(at);
  }

  opened(tag: string, attributes: readonly Attribute[]): void {
    this.#silent = silentTags.has(tag) ? tag : '';
    for (const attribute of attributes) {
      this.#hasLink ||= tag === 'a' && attribute.name === 'href' && attribute.value.includes(link);
      this.#edit(attribute);
    }
  }

  closed(tag: string, start: number): void {
    this.#silent = '';
    if (tag === 'body') {
      this.#bodyEnd = start;
    }
  }

  text(text: string, start: number): void {
    if (this.#silent === 'style') {
      const styled = this.#withImages(text);
      if (styled !== text) {
        this.#edits.push({ start, end: start + text.length, text: styled });
      }
    } else if (this.#silent === '') {
      this.#hasLink ||= text.includes(link);
    }
  }

  /** An attribute that changes is written anew, within quotes, so that no value can end it. */
  #edit({ name, value, start, end }: Attribute): void {
    const changed = this.#changed(name, value);
    if (changed !== value || value.includes(mark)) {
      this.#edits.push({ start, end, text: `${name}="${escapedInMarkup(changed)}"` });
    }
  }

  #changed(name: string, value: string): string {
    if (name === 'style') {
      return this.#withImages(value);
    }
    return (imageAttributes.has(name) ? this.#imageOf(value) : undefined) ?? value;
  }

  #withImages(style: string): string {
    return style.replaceAll(
      /url\((["']?)([^"'()]+)\1\)/gi,
      (whole, _, address: string) => `url(${this.#imageOf(address) ?? whole.slice(4, -1)})`,
    );
  }

  /** The address within the mail of a file that the page names, or undefined. */
  #imageOf(reference: string): string | undefined {
    const name = namesOf(reference).find((candidate) => this.#files.has(candidate)) ?? '';
    const content = this.#files.get(name);
    const contentType = imageTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
    if (content === undefined || contentType === undefined) {
      return undefined;
    }
    const image = this.#images.get(name) ?? { id: `image${this.#images.size + 1}@mail`, contentType, content };
    this.#images.set(name, image);
    return `cid:${image.id}`;
  }
}

/** The files that a relative address may mean. */
function namesOf(reference: string): string[] {
  const path = reference.trim();
  const bare = path.replace(/[?#].*$/s, '');
  return [path, bare, decoded(bare)].map((name) => name.replaceAll(/(^|\/)(?:\.\/)+/g, '$1'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const link = marked('{{unsubscribeUrl}}');
const imageAttributes = new Set(['src', 'background']);
const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
