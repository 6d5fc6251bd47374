import { atMost, brokenText, tidy, validationFailed } from '@rapport/kernel';

/** Why an operator makes a change, as the header Rapport-Reason says; undefined where it says nothing. */
export function changeReason(header: string | undefined): string | undefined {
  const text = decoded(header ?? '');
  const problem = text === undefined ? notEncoded : (brokenText(text) ?? isShort(tidy(text)));
  if (text === undefined || problem !== undefined) {
    throw validationFailed({ 'Rapport-Reason': [problem ?? notEncoded] });
  }
  return tidy(text) || undefined;
}

const isShort = atMost(500);
const notEncoded = 'This must be percent-encoded UTF-8.';

function decoded(header: string): string | undefined {
  try {
    return /^[\x20-\x7e]*$/.test(header) ? decodeURIComponent(header) : undefined;
  } catch {
    return undefined;
  }
}
