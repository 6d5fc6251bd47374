import { html } from '@rapport/http-contract/markup';
import { page, type Page } from '@rapport/http-server/pages';

/** Programs follow links, so the page asks. Its form goes to its own address. */
export function unsubscribePage(organisation: string): Page {
  const content = html`<p>Do you want no more marketing e-mails from ${organisation}?</p>
    <form method="post">
      <button type="submit">Unsubscribe</button>
    </form>`;
  return page('Unsubscribe', content, secret);
}

export function unsubscribedPage(organisation: string): Page {
  const content = html`<p>You get no more marketing e-mails from ${organisation} at this address.</p>`;
  return page('You are unsubscribed', content, secret);
}

/** One text for a link that was altered, that is not complete, or that never was one. */
export function wrongLinkPage(): Page {
  const content = html`<p role="alert">This link is not complete, or never was one. Nothing was changed.</p>
    <p>Open the link in the mail once more. If it is on two lines there, put them together.</p>`;
  return page('This link is of no use', content, secret);
}

const secret = { hasSecretAddress: true };
