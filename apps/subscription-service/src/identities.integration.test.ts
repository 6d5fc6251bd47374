import { operator, Stage } from '@rapport/container/testing';
import type { Mail } from '@rapport/mail';
import { PasswordLinks, Passwords, UserCreation, VerificationLinks, type FollowedLink } from '@rapport/people';
import { newAddress } from '@rapport/subscriptions/testing';
import { passwordLinkIn, personalMails, signUp, tenantMails, type SignedUpTenant } from '@rapport/tenants/testing';
import { expect, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { KeptIdentities } from './testing/kept-identities.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const words = 'Seven quiet boats at dusk';

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
const kept = new KeptIdentities(asOwner);
const [inviting, operated] = [await StaffedTenant.create(running), await StaffedTenant.create(running)];
const hash = (password: string) => running.get(Passwords).hash(operator, 'operators', password);
const [strangersHash, ownHash] = [await hash('Nine loud geese at dawn'), await hash(words)];

/** The person of an address does each, or it is done for her, while a stranger has signed up with the address. */
const steps = {
  'is invited and joins': async (person) => {
    await running.get(UserCreation).invite(inviting.owner, inviting.ref, readerAt(person.email));
    const [mail] = await tenantMails(running, person.email, inviting.ref.id);
    expect((await person.followPassword(mail)).outcome).toBe('done');
    person.tenants.push(inviting.ref.id);
  },
  'signs up': async (person) => {
    person.own = await signUp(running, person.email, ownHash);
    person.tenants.push(person.own.ref.id);
  },
  'clicks on the links': async (person) => {
    expect(await person.verify(person.strangers)).toBe('wrong password');
    if (person.own) {
      expect(await person.verify(person.own)).toBe('done');
    }
  },
  'asks for a reset': async (person) => {
    await running.get(PasswordLinks).requestReset(operator, person.email);
    const mail = (await personalMails(running, person.email)).at(-1);
    const isKnown = (await kept.of(person.email)).some(({ isVerified }) => isVerified);
    expect(mail !== undefined).toBe(isKnown);
    if (mail) {
      expect((await person.followPassword(mail)).outcome).toBe('done');
    }
  },
  'is added by an operator': async (person) => {
    const { password } = await running.get(UserCreation).add(operator, operated.ref, readerAt(person.email));
    person.password = password ?? person.password;
    person.tenants.push(operated.ref.id);
  },
} satisfies Record<string, (person: Person) => Promise<void>>;
type Step = keyof typeof steps;

test('a stranger who signed up with an address never comes into a tenant of its person, nor she into his, in whatever order she does what', async () => {
  for (const [index, order] of everyOrderOfThree(Object.keys(steps) as Step[]).entries()) {
    await play(order, `192.0.2.${index}`);
  }
}, 120_000);

async function play(order: readonly Step[], address: string): Promise<void> {
  const email = newAddress();
  const person = new Person(email, address, await signUp(running, email, strangersHash));
  for (const step of order) {
    await steps[step](person);
    await person.expectApart(order);
  }
  expect(await person.verify(person.strangers), order.join(', ')).toBe('wrong password');
}

/** The person of an address with which a stranger signed up before. */
class Person {
  readonly email: string;
  readonly strangers: SignedUpTenant;
  readonly tenants: string[] = [];
  own: SignedUpTenant | undefined;
  password = words;
  readonly #address: string;

  constructor(email: string, address: string, strangers: SignedUpTenant) {
    this.email = email;
    this.#address = address;
    this.strangers = strangers;
  }

  /** The stranger's password opens the stranger's tenant alone, and no other one opens it. Each of her tenants has one identity of hers. */
  async expectApart(order: readonly Step[]): Promise<void> {
    const identities = await kept.of(this.email);
    const strangers = identities.filter(({ hash }) => hash === strangersHash);
    const hers = identities.filter(({ hash }) => hash !== strangersHash);
    expect(strangers, order.join(', ')).toMatchObject([{ isVerified: false, tenants: [this.strangers.ref.id] }]);
    expect(hers.flatMap(({ tenants }) => tenants).sort(), order.join(', ')).toEqual(this.tenants.toSorted());
    expect(hers.filter(({ isVerified }) => isVerified).length).toBeLessThanOrEqual(1);
  }

  followPassword(mail: Mail | undefined): Promise<FollowedLink> {
    const form = { text: passwordLinkIn(mail), password: this.password, address: this.#address };
    return running.get(PasswordLinks).follow(operator, form);
  }

  /** Her own sign-up has the password of its own, which she knows; the stranger's has one that she does not. */
  async verify({ link }: SignedUpTenant): Promise<string> {
    const form = { text: link, password: words, address: this.#address };
    return (await running.get(VerificationLinks).follow(operator, form)).outcome;
  }
}

/** So few orders of all steps that any three steps come in each of their orders. */
function everyOrderOfThree(all: readonly Step[]): Step[][] {
  const orders = permutations(all);
  const missing = new Set(orders.flatMap(triplesOf));
  const chosen: Step[][] = [];
  while (missing.size > 0) {
    const gain = (order: readonly Step[]): number => triplesOf(order).filter((triple) => missing.has(triple)).length;
    const best = orders.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best);
    triplesOf(best).forEach((triple) => missing.delete(triple));
  }
  return chosen;
}

function triplesOf(order: readonly Step[]): string[] {
  return order.flatMap((first, one) =>
    order
      .slice(one + 1)
      .flatMap((second, other) => order.slice(one + other + 2).map((third) => `${first}, ${second}, ${third}`)),
  );
}

function permutations<T>(items: readonly T[]): T[][] {
  return items.length === 0
    ? [[]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
