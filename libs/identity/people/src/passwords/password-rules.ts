import { normalForm } from '@rapport/kernel';
import { commonPasswords } from './common-passwords.ts';

/** Whose password it is to be: what stands beside it is easily guessed. */
export interface PasswordOwner {
  readonly email: string;
  /** Of every organisation in which the person is. */
  readonly organisationNames: readonly string[];
}

/** Every rule that the password breaks, as sentences; none where the password is good. */
export function passwordProblems(password: string, owner: PasswordOwner): string[] {
  const normal = normalForm(password, 'NFKC');
  return rules.filter(({ isBroken }) => isBroken(normal, owner)).map(({ problem }) => problem);
}

interface Rule {
  readonly isBroken: (password: string, owner: PasswordOwner) => boolean;
  readonly problem: string;
}

const lengthMin = 12;
const lengthMax = 200;

const rules: readonly Rule[] = [
  {
    isBroken: (password) => lengthOf(password) < lengthMin,
    problem: `The password needs at least ${lengthMin} characters.`,
  },
  {
    isBroken: (password) => lengthOf(password) > lengthMax,
    problem: `The password may have at most ${lengthMax} characters.`,
  },
  {
    isBroken: (password) => /\p{Cc}/u.test(password) || !password.isWellFormed(),
    problem: 'The password must not contain control characters or broken ones.',
  },
  {
    isBroken: (password, { email }) => isAlike(password, email) || isAlike(password, email.split('@')[0] ?? ''),
    problem: 'The password must not be the e-mail address or the part of it before the @.',
  },
  {
    isBroken: (password, { organisationNames }) => organisationNames.some((name) => isAlike(password, name)),
    problem: 'The password must not be the name of the organisation.',
  },
  {
    isBroken: (password) => new Set(password).size === 1,
    problem: 'The password must not be one character again and again.',
  },
  {
    isBroken: (password) => commonPasswords.has(folded(password)),
    problem: 'The password is a common one, which is tried first by those who guess; choose another.',
  },
];

function lengthOf(password: string): number {
  return [...password].length;
}

function isAlike(password: string, name: string): boolean {
  return name !== '' && folded(password) === folded(name);
}

/** Case makes a guess no harder. */
function folded(text: string): string {
  return normalForm(text, 'NFKC').toLowerCase();
}
