import { html } from '@rapport/http-contract/markup';
import { alert, page, type Page } from '@rapport/http-server/pages';
import { formField } from '@rapport/sign-in';
import { onward } from './onward.ts';

export function signOutPage(formToken: string, problems: readonly string[] = []): Page {
  const content = html`${alert(problems)}
    <p>This ends your sign-in in this browser, and every program that you signed in to from it.</p>
    <form method="post" action="/connect/sign-out">
      <input type="hidden" name="${formField}" value="${formToken}" />
      <button type="submit">Sign out</button>
    </form>`;
  return page('Sign out', content);
}

export function signedOutPage(): Page {
  return page(
    'You are signed out',
    html`<p>You may close this page.</p>
      ${onward}`,
  );
}
