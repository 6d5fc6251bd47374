import { html } from '@rapport/http-contract/markup';
import { alert, page, type Page } from '@rapport/http-server/pages';
import { lives, shownAddress } from '@rapport/kernel';
import { formField, type PasswordQuestion } from '@rapport/sign-in';
import { onward } from './onward.ts';

/** Asks for the password that a link sets, or for the one that shows who the person is. */
export function passwordPage(search: string, { link, formToken, problems }: PasswordQuestion): Page {
  const { email, organisationName, asksFor } = link;
  const isNew = asksFor === 'new password';
  const invitation = organisationName === null ? html`` : html`<p>You are invited to ${organisationName}.</p>`;
  const content = html`${alert(problems)} ${invitation}
    <p>${isNew ? 'Choose a password for' : 'Enter the password that you already have for'} ${shownAddress(email)}.</p>
    <form method="post" action="/connect/password?${search}">
      <input type="hidden" name="${formField}" value="${formToken}" />
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      <label for="password">${isNew ? 'New password' : 'Password'}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="${isNew ? 'new-password' : 'current-password'}"
        required
      />
      <button type="submit">${isNew ? 'Set the password' : 'Join'}</button>
    </form>`;
  return page(isNew ? 'Choose a password' : 'Join the organisation', content, { hasSecretAddress: true });
}

export function passwordSetPage(email: string): Page {
  const content = html`<p>Your password for ${shownAddress(email)} is set. You can sign in with it now.</p>
    ${onward}`;
  return page('Done', content, { hasSecretAddress: true });
}

/** One text for a link that was used, has run out, or never was one. */
export function linkGonePage(): Page {
  const content = html`<p role="alert">This link was used before, has run out, or is not complete.</p>
    <p>
      Ask for another invitation, or for <a href="/connect/password/forgot">another link to set a new password</a>.
    </p>`;
  return page('This link is of no use', content, { hasSecretAddress: true });
}

export function forgottenPage(formToken: string, problems: readonly string[] = []): Page {
  const content = html`${alert(problems)}
    <p>Enter the address with which you sign in. We send you a link to set a new password.</p>
    <form method="post" action="/connect/password/forgot">
      <input type="hidden" name="${formField}" value="${formToken}" />
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" autocomplete="username" required />
      <button type="submit">Send the link</button>
    </form>`;
  return page('I forgot my password', content);
}

/** It says the same of every address. */
export function resetSentPage(): Page {
  const content = html`<p>
    If a person signs in with this address, a mail with a link is on its way. The link is good for
    ${lives.passwordReset}.
  </p>`;
  return page('Look into your mails', content);
}
