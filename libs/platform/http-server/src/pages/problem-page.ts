import { html } from '@rapport/http-contract/markup';
import { page, type Page } from './page.ts';

/** Says why there is no page to go on with. */
export function problemPage(sentence: string): Page {
  return page('This does not work', html`<p role="alert">${sentence}</p>`);
}
