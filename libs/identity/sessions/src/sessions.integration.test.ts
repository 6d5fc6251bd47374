import type { StatePublisher } from '@rapport/admission';
import { seedPerson, seedUser } from '@rapport/admission/testing';
import { statement, type Sql } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { BrowserSignIns, type BrowserSignIn } from './browser-sign-ins.ts';
import { SessionStore } from './session-store.ts';
import { Sessions } from './sessions.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const published: string[] = [];
const publisher = { publishUser: async (_context: unknown, _tenant: number, id: string) => void published.push(id) };
// A publisher of the real class needs a Redis, which these tests of statements do without.
const sessions = new Sessions(new SessionStore(), publisher as unknown as StatePublisher);
const browsers = new BrowserSignIns();

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');

test('an ended session is noted by its id, raises the version of its user alone, and leaves the other sessions alive', async () => {
  const person = await newPerson();
  const [ended, other] = [await beginSession(person), await beginSession(person)];
  const users = await change((sql) => sessions.end(context, sql, ended));
  expect(users).toEqual([{ id: person.userId, tenantNumber: person.tenantNumber }]);
  expect(await aliveOf(person)).toEqual([other]);
  expect(await endedOf(person)).toEqual([ended]);
  expect(await userOf(person)).toEqual({ epoch: 1, isRaised: true });
});

test('a sign-out ends the browser with every session that came from it, and no session of another browser', async () => {
  const person = await newPerson();
  const [first, second] = [await beginSession(person), await beginSession(person)];
  const elsewhere = await beginSession({ ...person, browser: await beginBrowser(person) });
  expect(await change((sql) => sessions.endOfBrowser(context, sql, person.browser.id))).toHaveLength(1);
  expect(await aliveOf(person)).toEqual([elsewhere]);
  expect((await endedOf(person)).sort()).toEqual([first, second].sort());
  expect(await browsers.use(context, owner.control, person.browser.secret)).toBeUndefined();
  expect(await browsers.find(context, owner.control, person.browser.secret)).toMatchObject({ id: person.browser.id });
});

test('the end of a user raises its epoch and ends its sessions and the sign-ins of the browsers, and none of its person in another tenant', async () => {
  const person = await newPerson();
  const elsewhere = { ...person, ...(await newUser(person)), browser: await beginBrowser(person) };
  const unused = await beginBrowser(person);
  await beginSession(person);
  const theirs = await beginSession(elsewhere);
  await change((sql) => sessions.endOfUser(context, sql, person.userId));
  expect([await aliveOf(person), await aliveOf(elsewhere)]).toEqual([[], [theirs]]);
  expect([await userOf(person), await userOf(elsewhere)]).toEqual([
    { epoch: 2, isRaised: true },
    { epoch: 1, isRaised: false },
  ]);
  const used = [person.browser, unused, elsewhere.browser].map(({ secret }) =>
    browsers.use(context, owner.control, secret),
  );
  expect(await Promise.all(used)).toMatchObject([undefined, undefined, { id: elsewhere.browser.id }]);
});

test('a browser that has sessions in two tenants stays signed in when one of them ends its own, until the other does', async () => {
  const person = await newPerson();
  const elsewhere = { ...person, ...(await newUser(person)) };
  await beginSession(person);
  await beginSession(elsewhere);
  await change((sql) => sessions.endOfUser(context, sql, person.userId));
  expect(await browsers.use(context, owner.control, person.browser.secret)).toMatchObject({ id: person.browser.id });
  await change((sql) => sessions.endOfUser(context, sql, elsewhere.userId));
  expect(await browsers.use(context, owner.control, person.browser.secret)).toBeUndefined();
});

test('the end of an identity reaches every tenant, and one kept session goes on', async () => {
  const person = await newPerson();
  const elsewhere = { ...person, ...(await newUser(person)) };
  const [kept] = [await beginSession(person), await beginSession(person), await beginSession(elsewhere)];
  const users = await change((sql) => sessions.endOfIdentity(context, sql, person.identityId, kept));
  expect(users.map(({ id }) => id).sort()).toEqual([person.userId, elsewhere.userId].sort());
  expect([await aliveOf(person), await aliveOf(elsewhere)]).toEqual([[kept], []]);
  await sessions.publish(context, users);
  expect(published.sort()).toEqual([person.userId, elsewhere.userId].sort());
});

test('no session begins for an epoch that has passed, for a disabled user, or while an end is on its way', async () => {
  const person = await newPerson();
  await change((sql) => sessions.endOfUser(context, sql, person.userId));
  await expect(beginSession(person)).rejects.toThrow('no session');
  await owner.control.query(context, disable.with(person));
  await expect(beginSession(person, 2)).rejects.toThrow('no session');
  const racing = await newPerson();
  const ending = change((sql) => sessions.endOfUser(context, sql, racing.userId));
  const [, begun] = await Promise.allSettled([ending, beginSession(racing)]);
  expect([begun.status, await aliveOf(racing)]).toEqual([expect.any(String), []]);
});

test('a browser cannot sign in with a password that is another one by now', async () => {
  const person = await newPerson();
  const identity = { id: person.identityId, passwordHash: 'the hash of an earlier password' };
  expect(await change((sql) => browsers.begin(context, sql, identity))).toBeUndefined();
});

test('the sessions of a browser follow its next sign-in of the same person, and of no other', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const session = await beginSession(person);
  const next = await beginBrowser(person);
  await change((sql) => browsers.replace(context, sql, person.browser, next));
  await change((sql) => browsers.replace(context, sql, next, other.browser));
  await change((sql) => sessions.endOfBrowser(context, sql, other.browser.id));
  expect(await aliveOf(person)).toEqual([session]);
  await change((sql) => sessions.endOfBrowser(context, sql, next.id));
  expect(await aliveOf(person)).toEqual([]);
});

test('a session that is just beginning follows the next sign-in of its browser', async () => {
  const person = await newPerson();
  const next = await beginBrowser(person);
  const [, begun] = await oneBehindTheOther(
    (sql) => begin(sql, person),
    (sql) => browsers.replace(context, sql, person.browser, next),
  );
  expect(begun).toEqual('done');
  expect(await aliveOf(person)).toHaveLength(1);
  await change((sql) => sessions.endOfBrowser(context, sql, next.id));
  expect(await aliveOf(person)).toEqual([]);
});

test.each<[string, (sql: Sql, person: Person, next: BrowserSignIn) => Promise<unknown>]>([
  ['replaced by the next one', (sql, { browser }, next) => browsers.replace(context, sql, browser, next)],
  ['ended', (sql, { browser }) => sessions.endOfBrowser(context, sql, browser.id)],
])('no session begins while the sign-in of its browser is being %s', async (_, end) => {
  const person = await newPerson();
  const next = await beginBrowser(person);
  await oneBehindTheOther(
    (sql) => end(sql, person, next),
    (sql) => begin(sql, person),
  );
  await change((sql) => sessions.endOfBrowser(context, sql, next.id));
  expect(await aliveOf(person)).toEqual([]);
});

test.each<[string, (sql: Sql, person: Person) => Promise<unknown>]>([
  ['a user', (sql, { userId }) => sessions.endOfUser(context, sql, userId)],
  ['an identity', (sql, { identityId }) => sessions.endOfIdentity(context, sql, identityId)],
  ['a browser', (sql, { browser }) => sessions.endOfBrowser(context, sql, browser.id)],
])('the end of %s and refreshes, which lock sessions by their ids, do not wait for each other', async (_, end) => {
  const person = await newPerson();
  // Ids of one millisecond come in any order.
  const [first, second] = [await beginSession(person), await beginSession(person)].sort();
  // The row of the first session stands behind that of the second from now on.
  await owner.control.query(context, touch.with({ id: first }));
  const outcomes = await oneBehindTheOther(
    (sql) => sql.query(context, lockSession.with({ id: first })),
    (sql) => end(sql, person),
    (sql) => sql.query(context, lockSession.with({ id: second })),
  );
  expect(outcomes).toEqual(['done', 'done']);
  expect(await aliveOf(person)).toEqual([]);
});

/** Does the first change, lets the second one go until it waits or is done, and then ends the first, with what is left of it. */
async function oneBehindTheOther(
  first: (sql: Sql) => Promise<unknown>,
  second: (sql: Sql) => Promise<unknown>,
  rest: (sql: Sql) => Promise<unknown> = () => Promise.resolve(),
): Promise<unknown[]> {
  let behind: Promise<unknown> = Promise.resolve();
  const before = await outcomeOf(
    change(async (sql) => {
      await first(sql);
      let isDone = false;
      behind = outcomeOf(change(second)).finally(() => (isDone = true));
      const waits = async (): Promise<boolean> => isDone || (await sql.query(context, waiting)).length > 0;
      await expect.poll(waits, { interval: 2 }).toBe(true);
      await rest(sql);
    }),
  );
  return [before, await behind];
}

function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => error,
  );
}

function begin(sql: Sql, { userId, browser }: BrowsingUser, epoch = 1): Promise<string | undefined> {
  return sessions.begin(context, sql, { userId, epoch, clientId: 'a client', browserId: browser.id, isBrief: false });
}

type BrowsingUser = Pick<Person, 'userId' | 'browser'>;
type Change<T> = Parameters<typeof owner.control.transaction<T>>[1];
type Person = Awaited<ReturnType<typeof newPerson>>;

function change<T>(work: Change<T>): Promise<T> {
  return owner.control.transaction(context, work);
}

async function newPerson() {
  const person = await seedPerson(context, owner.control);
  return { ...person, browser: await beginBrowser(person) };
}

function newUser({ identityId }: Person) {
  return seedUser(context, owner.control, identityId);
}

async function beginBrowser({ identityId: id }: { identityId: string }) {
  const browser = await change((sql) => browsers.begin(context, sql, { id, passwordHash: 'a hash' }));
  return browser ?? expect.fail('no browser');
}

async function beginSession(user: BrowsingUser, epoch?: number): Promise<string> {
  return (await change((sql) => begin(sql, user, epoch))) ?? expect.fail('no session');
}

async function aliveOf({ userId }: Pick<Person, 'userId'>): Promise<string[]> {
  return (await owner.control.query<{ id: string }>(context, listAlive.with({ userId }))).map(({ id }) => id);
}

async function endedOf({ userId }: Pick<Person, 'userId'>): Promise<string[]> {
  return (await owner.control.query<{ id: string }>(context, listEnded.with({ userId }))).map(({ id }) => id);
}

async function userOf({ userId }: Pick<Person, 'userId'>) {
  return (await owner.control.query(context, findUser.with({ userId })))[0];
}

const touch = statement('touch', `update control.session set used_on = clock_timestamp() where id = :id`);
const lockSession = statement('lock_session', `select id from control.session where id = :id for no key update`);
const waiting = statement(
  'waiting',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);
const disable = statement('disable', `update control.membership set is_active = false where id = :userId`);
const listAlive = statement(
  'list_alive',
  `select id from control.session where user_id = :userId and ended_on is null`,
);
const listEnded = statement(
  'list_ended',
  `select id from control.ended_access where user_id = :userId and expires_at > now() + interval '15 minutes'`,
);
const findUser = statement(
  'find_user',
  `select epoch, version > 1 as "isRaised" from control.membership where id = :userId`,
);
