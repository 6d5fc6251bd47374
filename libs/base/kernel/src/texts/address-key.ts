import { domainToASCII } from 'node:url';
import { normalForm } from './normal-form.ts';
import { looksLikeEmail, type TextCheck } from './text-checks.ts';

/**
 * Two spellings of an e-mail address are one where their keys are equal. Unicode's simple
 * case folding behind NFC makes the part before the @, and IDNA the domain. A domain that IDNA refuses stands as it is.
 */
export function addressKey(address: string): string {
  const { local, domain } = halvesOf(address);
  return folded(normalForm(local)) + (asciiDomain(domain) ?? domain);
}

/** The address to which a mail goes: its domain is that of the key. */
export function mailedAddress(address: string): string {
  const { local, domain } = halvesOf(address);
  return local + (asciiDomain(domain) ?? domain);
}

/** The address as a person is shown it: domains that look alike differ in what IDNA makes of them. */
export function shownAddress(address: string): string {
  const { domain } = halvesOf(address);
  const ascii = asciiDomain(domain);
  return ascii === undefined || /^\p{ASCII}*$/u.test(domain) ? address : `${address} (${ascii})`;
}

/** An address of a person, to whose domain a mail can go. */
export const isEmailOfPerson: TextCheck = (text) =>
  looksLikeEmail(text) ?? (asciiDomain(halvesOf(text).domain) === undefined ? noDomain : undefined);

const noDomain = 'No mail can go to the domain of this e-mail address; check what stands behind the @.';

/** The @ is in the first part. */
function halvesOf(address: string): { readonly local: string; readonly domain: string } {
  const behind = address.lastIndexOf('@') + 1;
  return { local: address.slice(0, behind), domain: address.slice(behind) };
}

/** Undefined where IDNA refuses the domain, where it is too long for a name of DNS, and where it is an IP address. */
function asciiDomain(domain: string): string | undefined {
  // The function takes hosts of web addresses: it would cut at a slash, and decode what follows a percent sign.
  const ascii = /^[-.0-9A-Za-z\P{ASCII}]+$/u.test(domain) ? domainToASCII(domain) : '';
  return nameOfDns.test(ascii) ? ascii : undefined;
}

/** Its last label is no number. */
const nameOfDns = /^(?=.{1,253}$)(?:[a-z0-9-]{1,63}\.)*(?!\d+$)[a-z0-9-]{1,63}$/;

/** The statuses C and S of CaseFolding.txt, for a text in NFC. A letter that folds to several others stays as it is. */
function folded(text: string): string {
  return text.replaceAll(isCased, (letter) => {
    const capital = single(letter.toUpperCase()) ?? letter;
    // Letters of Cherokee fold to the capital ones, which fold to nothing.
    const small = capital.search(isCased) < 0 ? capital : single(capital.toLowerCase());
    return ligatures.get(letter) ?? small ?? capital;
  });
}

function single(text: string): string | undefined {
  return [...text].length === 1 ? text : undefined;
}

const isCased = /\p{Changes_When_Casefolded}/gu;
/** They have no capital letter by which one is found from the other. */
const ligatures: ReadonlyMap<string, string> = new Map([['\ufb05', '\ufb06']]);
