/** Markup that is safe to stand in a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | undefined | readonly Markup[];

/** Markup with every text in it escaped. Markup in it stands as it is, and the template's own indentation goes. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const lines = texts.map((text) => text.replaceAll(/\n\s+/g, '\n'));
  return new Markup(lines.map((text, index) => (index === 0 ? text : shown(pieces[index - 1]) + text)).join(''));
}

function shown(piece: Piece): string {
  if (piece instanceof Markup) {
    return piece.text;
  }
  return typeof piece === 'object' ? piece.map(({ text }) => text).join('') : escaped(String(piece ?? ''));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A description with paragraphs, **strong words** and `code`. */
export function paragraphs(text: string | undefined): Markup {
  const blocks = (text ?? '').split(/\n{2,}/).filter((block) => block.trim() !== '');
  return html`${blocks.map((block) => html`<p>${inline(block)}</p>`)}`;
}

/** The markup within a line. */
export function inline(text: string | undefined): Markup {
  return new Markup(
    escaped(text ?? '')
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  );
}
