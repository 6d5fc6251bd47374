const plainMember = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;
const shownMax = 100;

/** A path in a body as people write it: `address.countryCode`, `customFields[0].key`, `["odd member"]`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') {
      text += `[${step}]`;
    } else {
      text += memberStep(String(step), text === '');
    }
  }
  return text === '' ? '$' : text;
}

function memberStep(member: string, isFirst: boolean): string {
  const shown = member.length > shownMax ? `${member.slice(0, shownMax)}…` : member;
  if (plainMember.test(shown) && shown !== '__proto__') {
    return isFirst ? shown : `.${shown}`;
  }
  return `[${JSON.stringify(shown.toWellFormed())}]`;
}
