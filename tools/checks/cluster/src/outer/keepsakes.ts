import { UnsubscribeLinks } from '@rapport/marketing-email';
import { newId } from '@rapport/kernel';
import { Browser, CodeFlow, signIn, tokensOf } from '@rapport/local-platform';
import type { Account } from '../load/account.ts';
import type { Scene } from '../scene.ts';
import type { OuterStores } from './outer-stores.ts';
import type { SecretsPage } from './secrets-page.ts';

/** The things that callers and recipients hold since before a change: a token, a cursor, a client's secret, a session, and the link of a mail. */
export class Keepsakes {
  readonly #account: Account;
  /** The requests with what each is answered with. */
  readonly #requests: readonly KeptRequest[];
  readonly #session: () => Promise<string>;
  readonly #baseUrl: string;

  private constructor(given: {
    readonly account: Account;
    readonly requests: readonly KeptRequest[];
    readonly session: () => Promise<string>;
    readonly baseUrl: string;
  }) {
    this.#account = given.account;
    this.#requests = given.requests;
    this.#session = given.session;
    this.#baseUrl = given.baseUrl;
  }

  static async make(scene: Scene, stores: OuterStores, page: SecretsPage): Promise<Keepsakes> {
    const account = await scene.account();
    // The issuer of tokens is the base address as the installation knows it.
    const baseUrl = `http://localhost:${scene.entrance.port}`;
    const customers = `${baseUrl}/api/v1/customers?pageSize=1`;
    const token = await account.token();
    await scene.withoutFailure(() => scene.cluster.pause(1_000));
    const first = JSON.parse(await answerTo(customers, token, '"hasMore":true')) as { nextCursor: string };
    const requests = [
      [customers, token, '"data":'],
      [`${customers}&cursor=${encodeURIComponent(first.nextCursor)}`, token, '"data":'],
      [await mailedLink(baseUrl, account, stores, page), '', 'Unsubscribe'],
    ] as const;
    const browser = new Browser(baseUrl);
    await signIn(baseUrl, browser, account.tenant.owner);
    const session = async (): Promise<string> => {
      const flow = new CodeFlow(baseUrl);
      const code = flow.codeOf(await browser.get(flow.address()));
      return (await tokensOf(await flow.exchange(code))).accessToken;
    };
    return new Keepsakes({ account, requests, session, baseUrl });
  }

  /** Throws unless everything is as good as before. */
  async check(): Promise<void> {
    for (const [url, token, expected] of this.#requests) {
      await answerTo(url, token, expected);
    }
    await this.#account.token();
    await answerTo(`${this.#baseUrl}/api/v1/user/me`, await this.#session(), this.#account.tenant.owner.email);
  }
}

type KeptRequest = readonly [url: string, token: string, expected: string];

async function answerTo(url: string, token: string, expected: string): Promise<string> {
  const answer = await fetch(url, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes(expected)) {
    throw new Error(`${new URL(url).pathname} is no longer what it was: ${answer.status} ${text}`);
  }
  return text;
}

/** The link in a mail that went to a recipient of the tenant, signed with the first key of the ring. */
async function mailedLink(
  baseUrl: string,
  { tenant: { schema } }: Account,
  stores: OuterStores,
  page: SecretsPage,
): Promise<string> {
  const mailId = newId();
  await stores.ask(`insert into ${schema}.marketing_sending (mail_id, recipients, sent) values ('${mailId}', 1, 1)`);
  await stores.ask(
    `insert into ${schema}.marketing_recipient (mail_id, number, address, address_key, state)
      values ('${mailId}', 1, 'reader@example.com', 'reader@example.com', 'sent')`,
  );
  const ring = JSON.parse(await page.value('rapport', 'UNSUBSCRIBE_KEYS')) as Record<string, string>;
  const keys = Object.entries(ring).map(([id, key]) => [id, Buffer.from(key, 'base64')]);
  const links = new UnsubscribeLinks(baseUrl, Object.fromEntries(keys) as Record<string, Buffer>);
  return links.linkFor({ tenantNumber: Number(schema.slice(1)), mailId, number: 1 });
}
