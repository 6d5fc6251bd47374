import { html } from '@rapport/http-contract/markup';
import { alert, page, type Page } from '@rapport/http-server/pages';
import { lives, shownAddress } from '@rapport/kernel';
import { foreignForm, formField, type SignInQuestion } from '@rapport/sign-in';

/** Asks for address and password. `search` is the request for a code, which the form carries on. */
export function signInPage(search: string, question: SignInQuestion): Page {
  const { email, formToken, problem, redirectUri } = question;
  const shown = shownAddress(email);
  const content = html`${alert(problem ? [problems[problem]] : [])}
    ${shown === email ? html`` : html`<p>The address is ${shown}.</p>`}
    <form method="post" action="/connect/authorize?${search}">
      <input type="hidden" name="${formField}" value="${formToken}" />
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" value="${email}" autocomplete="username" required />
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <button type="submit">Sign in</button>
    </form>
    <p><a href="/connect/password/forgot">I forgot my password</a></p>`;
  return page('Sign in', content, { redirectUri });
}

/** Asks a person of several organisations for one. Each is a button, whose value is the tenant. */
export function organisationPage(search: string, question: SignInQuestion): Page {
  const buttons = (question.organisations ?? []).map(
    ({ tenantId, name }) => html`<button type="submit" name="organisation" value="${tenantId}">${name}</button> `,
  );
  const content = html`<form method="post" action="/connect/authorize?${search}">
    <input type="hidden" name="${formField}" value="${question.formToken}" />
    ${buttons}
  </form>`;
  return page('Choose an organisation', content, { redirectUri: question.redirectUri });
}

/** Every wrong pair has one sentence, also above the limit. */
const problems = {
  wrong: `The address and the password do not fit together, or there were too many attempts. Check both, or try again in ${lives.guess}. If you have just signed your organisation up, first follow the link in the mail that you got.`,
  foreign: foreignForm,
  busy: 'Too many passwords are being checked here at once; try again.',
} as const;
