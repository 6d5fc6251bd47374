import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ownContract } from '@rapport/application-contract';
import { Failure, WrongUse, type Outcome } from '@rapport/command-line';
import { createClient } from '@rapport/http-contract/client';
import { isUuid } from '@rapport/kernel';
import { Browser, readStatus, signIn } from '@rapport/local-platform';

export interface LoginOptions {
  readonly email: string | undefined;
  readonly tenant: string | undefined;
}

/** Signs a person in as a program would, for a session that is over when its one token expires. */
export async function login({ email: given, tenant }: LoginOptions): Promise<Outcome> {
  const { state, baseUrl } = await readStatus(false);
  if (baseUrl === null || state === 'stopped') {
    throw new Failure('Nothing runs here; start it with ./rapport up.');
  }
  const { email, password } = await askForCredentials(given);
  const organisation = tenant === undefined || isUuid(tenant) ? undefined : tenant;
  const credentials = { email, password, organisation, tenantId: organisation === undefined ? tenant : undefined };
  const brief = { access_type: 'online' };
  const { accessToken, expiresIn } = await signIn(baseUrl, new Browser(baseUrl), credentials, brief);
  await requireOrganisation(baseUrl, accessToken, organisation);
  const { sub: userId, tenant_id: tenantId } = claimsOf(accessToken);
  return { document: { accessToken, expiresIn, tenantId, userId }, text: accessToken };
}

/** A person of one organisation is not asked for its name, and could have named another one. */
async function requireOrganisation(baseUrl: string, token: string, named: string | undefined): Promise<void> {
  if (named === undefined) {
    return;
  }
  const headers = () => ({ authorization: `Bearer ${token}` });
  const { status, body } = await createClient(ownContract, { baseUrl, headers }).getMe();
  const { organisationName } = status === 200 && body.data !== null ? body.data : { organisationName: '' };
  if (organisationName.toLowerCase() !== named.toLowerCase()) {
    throw new Failure(`The person is in no organisation called ${named}, but in ${organisationName}.`);
  }
}

/** At a terminal the person is asked, and sees no password; a script sends the password as one line. */
async function askForCredentials(given: string | undefined): Promise<{ email: string; password: string }> {
  if (!process.stdin.isTTY) {
    if (given === undefined) {
      throw new WrongUse('login needs --email where no terminal is there to ask at.');
    }
    return { email: given, password: (await text(process.stdin)).replace(/\r?\n$/, '') };
  }
  let isHidden = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) {
        process.stderr.write(chunk);
      }
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const email = given ?? (await lines.question('E-mail address: '));
    process.stderr.write('Password: ');
    isHidden = true;
    const password = await lines.question('');
    process.stderr.write('\n');
    return { email, password };
  } finally {
    lines.close();
  }
}

/** The claims of a token that the platform itself gave a moment ago. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}
