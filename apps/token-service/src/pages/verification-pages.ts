import { html } from '@rapport/http-contract/markup';
import { alert, page, type Page } from '@rapport/http-server/pages';
import { linkGuesses, shownAddress } from '@rapport/kernel';
import { foreignForm, formField, type DoneVerification, type VerificationQuestion } from '@rapport/sign-in';
import { onward } from './onward.ts';

/** Asks for the password of the sign-up. `search` has the link, which the form carries on. */
export function verificationPage(search: string, { seen, formToken, problem }: VerificationQuestion): Page {
  const { email, organisationName } = seen;
  const content = html`${alert(problem ? [problems[problem]] : [])}
    <p>${organisationName} was signed up with the address ${shownAddress(email)}.</p>
    <p>Enter the password of the sign-up. If it was not you, close this page.</p>
    <form method="post" action="/connect/verify?${search}">
      <input type="hidden" name="${formField}" value="${formToken}" />
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <button type="submit">Verify the address</button>
    </form>`;
  return page('Verify the address', content, { hasSecretAddress: true });
}

export function verifiedPage({ email, organisationName, joinedKnown }: DoneVerification): Page {
  const next = joinedKnown
    ? html`<p>
        You had a sign-in with this address already, and ${organisationName} is one of its organisations now. Sign in
        with its password; the one of the sign-up is of no use any more.
      </p>`
    : html`<p>You can sign in to ${organisationName} with the address and the password now.</p>`;
  return page(
    'Done',
    html`<p>The address ${shownAddress(email)} is verified.</p>
      ${next} ${onward}`,
    { hasSecretAddress: true },
  );
}

/** One text for a link that was used, was guessed at too often, has run out, or never was one. */
export function verificationGonePage(): Page {
  const content = html`<p role="alert">This link was used before, has run out, or is not complete.</p>
    <p>The owner of the organisation can sign in to it and ask for another mail.</p>`;
  return page('This link is of no use', content, { hasSecretAddress: true });
}

const problems = {
  wrong: `This is not the password of the sign-up. Check it; after ${linkGuesses.inWords} wrong ones the link is of no use.`,
  foreign: foreignForm,
  busy: 'Too many passwords are being checked here at once; try again.',
} as const;
