import { hash, randomBytes } from 'node:crypto';
import { erased, type Sql, statement, type TenantTable } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { SignInKeys } from '../sign-in-keys.ts';

export interface NewCode {
  readonly userId: string;
  readonly epoch: number;
  readonly browserId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
}

/** A code as it was given out. */
export interface PresentedCode extends NewCode {
  readonly expiresAtMs: number;
  readonly tenantId: string;
  readonly isSpent: boolean;
  /** The session that it gave, if it gave one. */
  readonly sessionId: string | null;
}

/** The statements of codes. A code is kept as a digest. */
export class CodeStore {
  readonly #keys: SignInKeys;

  constructor(keys: SignInKeys) {
    this.#keys = keys;
  }

  /** Whether the text bears the mark of those that were given out. */
  isOurs(text: string): boolean {
    const secret = text.slice(0, secretLength);
    return this.#keys.isDigest(text.slice(secretLength), 'code', secret);
  }

  /** The code's text. */
  async give(context: CallContext, sql: Sql, code: NewCode): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const text = secret + this.#keys.digest('code', secret);
    await sql.query(context, insertCode.with({ ...code, digest: digestOf(text) }));
    return text;
  }

  /** The code as it was before, locked. It is spent from now on, whatever its caller finds wrong. */
  async spend(context: CallContext, sql: Sql, text: string): Promise<PresentedCode | undefined> {
    const digest = digestOf(text);
    const [row] = await sql.query<PresentedCode>(context, lockCode.with({ digest, nowMs: Date.now() }));
    if (row && !row.isSpent) {
      await sql.query(context, spendCode.with({ digest }));
    }
    return row;
  }

  async noteSession(context: CallContext, sql: Sql, text: string, sessionId: string): Promise<void> {
    await sql.query(context, noteSession.with({ digest: digestOf(text), sessionId }));
  }
}

export const signInTables: readonly TenantTable[] = [
  erased('control.authorization_code', 'user_id = any(:userIds::uuid[])'),
  erased(
    'control.refresh_token',
    'session_id in (select id from control.session where user_id = any(:userIds::uuid[]))',
  ),
];

/** The characters of 32 bytes. */
const secretLength = 43;

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

const insertCode = statement(
  'code_insert',
  `insert into control.authorization_code (digest, user_id, epoch, browser_id, client_id, redirect_uri, code_challenge)
values (:digest, :userId, :epoch, :browserId, :clientId, :redirectUri, :codeChallenge)`,
);

// A second use waits for the first, and so sees the session that the first one began. The time is that of the process:
// PostgreSQL alone knows how much is left.
const lockCode = statement(
  'code_lock',
  `select user_id as "userId", epoch, browser_id as "browserId", client_id as "clientId",
  redirect_uri as "redirectUri", code_challenge as "codeChallenge", spent_on is not null as "isSpent",
  session_id as "sessionId",
  (select tenant_id from control.membership where membership.id = authorization_code.user_id) as "tenantId",
  (extract(epoch from created_on + interval '${lives.authorizationCode}' - clock_timestamp()) * 1000)::float8
    + :nowMs::float8 as "expiresAtMs"
from control.authorization_code where digest = :digest for update`,
);

const spendCode = statement(
  'code_spend',
  `update control.authorization_code set spent_on = clock_timestamp() where digest = :digest`,
);

const noteSession = statement(
  'code_session',
  `update control.authorization_code set session_id = :sessionId where digest = :digest`,
);
