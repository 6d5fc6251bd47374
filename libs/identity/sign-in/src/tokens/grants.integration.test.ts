import { createHash } from 'node:crypto';
import { StatePublisher } from '@rapport/admission';
import { seedPerson } from '@rapport/admission/testing';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { BrowserSignIns, Sessions, sessionsModule } from '@rapport/sessions';
import { Container } from 'inversify';
import { expect, test } from 'vitest';
import { consoleClientId, RedirectAddresses } from '../console-client.ts';
import { SignInKeys } from '../sign-in-keys.ts';
import { SignInPurge } from '../sign-in-purge.ts';
import { CodeGrant } from './code-grant.ts';
import { CodeStore } from './code-store.ts';
import type { GrantOutcome } from './grant-outcome.ts';
import { RefreshGrant } from './refresh-grant.ts';
import { RefreshStore } from './refresh-store.ts';
import { RefreshTokens } from './refresh-tokens.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const keys = new SignInKeys(Buffer.alloc(32, 1));
const redirectUri = 'http://127.0.0.1:1/callback';
const redirects = new RedirectAddresses('http://127.0.0.1', []);
const verifier = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');

test('of twenty uses of a refresh token at once, in two processes, one chain is left or none', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await newPerson();
    const first = await beginSession(person);
    const outcomes = await atOnce(20, (service) => service.refresh(first));
    const given = outcomes.flatMap((outcome) => ('reason' in outcome ? [] : (outcome.refreshToken ?? [])));
    expect(given.length).toBeGreaterThan(0);
    const used = await Promise.all(given.map((token, index) => serviceAt(index).refresh(token)));
    expect(used.filter((outcome) => !('reason' in outcome)).length).toBeLessThanOrEqual(1);
  }
});

test('of twenty uses of a code at once, in two processes, one begins a session, which the others end', async () => {
  const person = await newPerson();
  const code = await serviceAt(0).giveCode(person);
  const outcomes = await atOnce(20, (service) => service.exchange(code));
  const reasons = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []));
  expect(reasons).toEqual(Array.from({ length: 19 }, () => 'spent_code'));
  const [token = ''] = outcomes.flatMap((outcome) => ('reason' in outcome ? [] : (outcome.refreshToken ?? [])));
  expect(await serviceAt(1).refresh(token)).toMatchObject({ reason: 'bad_refresh_token' });
});

test('a code that was given before the user was signed out gives no session after it', async () => {
  const person = await newPerson();
  const code = await serviceAt(0).giveCode(person);
  await owner.control.query(context, raiseEpoch.with(person));
  expect(await serviceAt(1).exchange(code)).toMatchObject({ reason: 'ended_sign_in' });
});

test('a refresh of a disabled user is refused, and leaves the token to the user that is enabled again', async () => {
  const person = await newPerson();
  const token = await beginSession(person);
  await owner.control.query(context, setActive.with({ ...person, isActive: false }));
  expect(await serviceAt(0).refresh(token)).toMatchObject({ reason: 'bad_refresh_token' });
  await owner.control.query(context, setActive.with({ ...person, isActive: true }));
  expect(await serviceAt(0).refresh(token)).toMatchObject({ session: { userId: person.userId } });
});

test('a purge takes what is over, and leaves what a person still uses', async () => {
  const [gone, here] = [await newPerson(), await newPerson()];
  const [old, living] = [await beginSession(gone), await beginSession(here)];
  await owner.control.query(context, ageSessions.with(gone));
  await owner.control.query(context, ageBrowsers.with(gone));
  await owner.control.query(context, ageCodes.with(gone));
  await owner.control.query(context, endToken.with({ id: newId(), userId: here.userId }));
  await serviceAt(0).purge.run(context);
  const ids = [gone.browserId, here.browserId];
  const rows = await owner.control.query<{ id: string }>(context, listBrowsers.with({ ids }));
  expect(rows.map(({ id }) => id)).toEqual([here.browserId]);
  expect([await livingOf(gone), await livingOf(here)]).toEqual([0, 1]);
  expect(await owner.control.query(context, countEnded.with(here))).toEqual([{ count: 0 }]);
  expect(await serviceAt(1).refresh(old)).toMatchObject({ reason: 'bad_refresh_token' });
  expect(await serviceAt(1).refresh(living)).toHaveProperty('session');
});

test('a brief session has no refresh token, and is purged when its access token can no longer live', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const begin = async (of: Person) => serviceAt(0).exchange(await serviceAt(0).giveCode(of), true);
  expect(await begin(person)).toMatchObject({ session: { userId: person.userId }, refreshToken: null });
  await begin(other);
  const kept = await beginSession(person);
  await owner.control.query(context, ageCreation.with(person));
  await serviceAt(0).purge.run(context);
  const left = await owner.control.query(context, listSessions.with({ userIds: [person.userId, other.userId] }));
  expect(left).toEqual(
    expect.arrayContaining([
      { userId: person.userId, isBrief: false },
      { userId: other.userId, isBrief: true },
    ]),
  );
  expect(left).toHaveLength(2);
  expect(await serviceAt(1).refresh(kept)).toHaveProperty('session');
});

/** One process of the token service, as far as the grants of people go. */
class TokenService {
  readonly codes = new CodeStore(keys);
  readonly #database = databases.connect('rapport_token_service');
  readonly purge = new SignInPurge(this.#database);
  readonly #codeGrant: CodeGrant;
  readonly #refreshGrant: RefreshGrant;

  constructor() {
    const container = new Container();
    // A published state is not looked at here, and a real publisher needs a Redis.
    container.bind(StatePublisher).toConstantValue({ publishUser: async () => undefined } as unknown as StatePublisher);
    container.load(sessionsModule);
    const [sessions, refreshTokens] = [container.get(Sessions), new RefreshStore(new RefreshTokens(keys))];
    this.#codeGrant = new CodeGrant(this.#database, this.codes, refreshTokens, sessions, redirects);
    this.#refreshGrant = new RefreshGrant(this.#database, refreshTokens, sessions);
  }

  giveCode({ userId, browserId }: Person): Promise<string> {
    const code = { userId, epoch: 1, browserId, clientId: consoleClientId, redirectUri, codeChallenge };
    return this.codes.give(context, this.#database.control, code);
  }

  exchange(code: string, isBrief = false): Promise<GrantOutcome> {
    return this.#codeGrant.exchange(context, { code, redirect_uri: redirectUri, code_verifier: verifier, isBrief });
  }

  refresh(token: string): Promise<GrantOutcome> {
    return this.#refreshGrant.refresh(context, token);
  }
}

interface Person {
  readonly userId: string;
  readonly browserId: string;
}

const services = [new TokenService(), new TokenService()] as const;
const serviceAt = (index: number): TokenService => services[index % 2 === 0 ? 0 : 1];

function atOnce(count: number, use: (service: TokenService) => Promise<GrantOutcome>): Promise<GrantOutcome[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => use(serviceAt(index))));
}

async function beginSession(person: Person): Promise<string> {
  const outcome = await serviceAt(0).exchange(await serviceAt(1).giveCode(person));
  if ('reason' in outcome) {
    throw new Error(`No session: ${outcome.reason}.`);
  }
  return outcome.refreshToken ?? '';
}

async function newPerson(): Promise<Person> {
  const { userId, identityId } = await seedPerson(context, owner.control);
  const identity = { id: identityId, passwordHash: 'a hash' };
  const browser = await owner.control.transaction(context, (sql) => new BrowserSignIns().begin(context, sql, identity));
  return { userId, browserId: browser?.id ?? '' };
}

async function livingOf({ userId }: Person): Promise<number> {
  const [row] = await owner.control.query<{ count: number }>(context, countLiving.with({ userId }));
  return row?.count ?? 0;
}

const raiseEpoch = statement('raise_epoch', `update control.membership set epoch = epoch + 1 where id = :userId`);
const setActive = statement('set_active', `update control.membership set is_active = :isActive where id = :userId`);
const countLiving = statement(
  'count_living',
  `select count(*)::int as count from control.session
where user_id = :userId and refresh_digest is not null and ended_on is null`,
);
const ageSessions = statement(
  'age_sessions',
  `update control.session set used_on = used_on - interval '3 days' where user_id = :userId`,
);
const ageCreation = statement(
  'age_creation',
  `update control.session set created_on = created_on - interval '26 minutes' where user_id = :userId`,
);
const listSessions = statement(
  'list_sessions',
  `select user_id as "userId", is_brief as "isBrief" from control.session where user_id = any(:userIds)`,
);
const ageBrowsers = statement(
  'age_browsers',
  `update control.browser_sign_in set used_on = used_on - interval '3 days' where id = :browserId`,
);
const ageCodes = statement(
  'age_codes',
  `update control.authorization_code set created_on = created_on - interval '3 days' where user_id = :userId`,
);
const endToken = statement(
  'end_token',
  `insert into control.ended_access (id, user_id, expires_at) values (:id, :userId, clock_timestamp() - interval '1 s')`,
);
const countEnded = statement(
  'count_ended',
  `select count(*)::int as count from control.ended_access where user_id = :userId`,
);
const listBrowsers = statement('list_browsers', `select id from control.browser_sign_in where id = any(:ids)`);
