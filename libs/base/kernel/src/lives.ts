/** The life of each thing, as PostgreSQL and persons write it: statements, mails, pages and documents say the same. */
export const lives = {
  idempotencyKey: '24 hours',
  invitation: '7 days',
  verification: '7 days',
  passwordReset: '30 minutes',
  /** A tenant that signed up works so long before an owner of it is verified. */
  unverifiedTenant: '7 days',
  /** A sign-up of which no owner ever verified ends so long after it. */
  neverVerified: '30 days',
  /** An invoice may be past due so long before its tenant is suspended. */
  grace: '14 days',
  /** Owners are reminded so long before a trial ends. */
  trialReminder: '3 days',
  /** The audits, and what tenants used by the day. */
  audit: '13 months',
  authorizationCode: '60 seconds',
  /** The session of a person and the sign-in of a browser, and how long both outlive their last use. */
  session: '30 days',
  unusedSession: '12 hours',
  /** A row about access tokens outlives each of them: their 15 minutes, and more than any clock of ours is behind. */
  accessTokenRow: '25 minutes',
  /** A wrong password counts so long. */
  guess: '15 minutes',
  /** The files of an export, unless three newer ones are there. */
  export: '7 days',
  /** The making of an export, each try included. */
  exportMaking: '30 minutes',
  /** The file of a marketing e-mail that was sent, unless another mail needs it. */
  sentFile: '90 days',
} as const satisfies Readonly<Record<string, Life | `${number} months`>>;

/** Wrong passwords that the link of a sign-up takes in all its life, for statements and in words. */
export const linkGuesses = { max: 10, inWords: 'ten' } as const;

type Life = `${number} ${keyof typeof secondsOfUnit}`;

export function secondsOf(life: Life): number {
  const [count, unit] = life.split(' ') as [string, keyof typeof secondsOfUnit];
  return Number(count) * secondsOfUnit[unit];
}

const secondsOfUnit = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
