import {
  anyAddress,
  Browser,
  CodeFlow,
  consoleClientId,
  done,
  postForm,
  signIn,
  tokensOf,
  type RunningPlatform,
  type Tenant,
} from '@rapport/testbed';
import type { Ending } from './endings.ts';

/** Every call that ends the access tokens of a person, each with a person of its own. */
export function newPeopleEndings(platform: RunningPlatform, tenant: Tenant): Promise<Ending[]> {
  const makers = [
    signOut,
    revokeRefreshToken,
    revokeAccessToken,
    disableUser,
    useCodeTwice,
    useSpentToken,
    endSessions,
  ];
  return Promise.all(makers.map((make) => make(platform, tenant)));
}

/** A person of this tenant who can sign in. */
export async function newPerson({ baseUrl }: RunningPlatform, tenant: Tenant, role = 'salesperson') {
  const { userId, ...credentials } = await tenant.person({ role });
  const enter = (browser = new Browser(baseUrl, anyAddress())) => signIn(baseUrl, browser, credentials);
  return { userId, credentials, enter, newToken: async () => (await enter()).accessToken };
}

async function signOut(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { enter, newToken } = await newPerson(platform, tenant);
  const browser = new Browser(platform.baseUrl, anyAddress());
  const { accessToken } = await enter(browser);
  return {
    ...{ name: 'the sign-out of the browser', token: accessToken, code: 'token_invalid', newToken },
    end: async () => void (await browser.submit(await browser.get('/connect/sign-out'), {})),
  };
}

async function revokeRefreshToken(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { enter, newToken } = await newPerson(platform, tenant);
  const { accessToken, refreshToken } = await enter();
  return {
    ...{ name: 'revoking the refresh token', token: accessToken, code: 'token_invalid', newToken },
    end: () => post(platform, '/connect/revocation', { token: refreshToken }, 200),
  };
}

async function revokeAccessToken(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { enter, newToken } = await newPerson(platform, tenant);
  const { accessToken } = await enter();
  return {
    ...{ name: 'revoking the access token', token: accessToken, code: 'token_invalid', newToken },
    end: () => post(platform, '/connect/revocation', { token: accessToken }, 200),
  };
}

async function disableUser(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { userId, enter, newToken } = await newPerson(platform, tenant);
  const params = { tenantId: tenant.id, userId };
  const { accessToken } = await enter();
  return {
    ...{ name: 'disabling the user', token: accessToken, code: 'token_invalid', newToken },
    end: async () => void done(await platform.operator.disableUser({ params }), 200),
    enable: async () => void done(await platform.operator.enableUser({ params }), 200),
  };
}

async function useCodeTwice(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { credentials, newToken } = await newPerson(platform, tenant);
  const [flow, browser] = [new CodeFlow(platform.baseUrl), new Browser(platform.baseUrl, anyAddress())];
  const code = flow.codeOf(await browser.submit(await browser.get(flow.address()), credentials));
  const { accessToken } = await tokensOf(await flow.exchange(code));
  return {
    ...{ name: 'a second use of its code', token: accessToken, code: 'token_invalid', newToken },
    end: async () => void (await flow.exchange(code)),
  };
}

async function useSpentToken(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { enter, newToken } = await newPerson(platform, tenant);
  const first = await enter();
  const use = (token: string, status: number) =>
    post(platform, '/connect/token', { grant_type: 'refresh_token', refresh_token: token }, status);
  const answer = await postForm(`${platform.baseUrl}/connect/token`, {
    ...{ grant_type: 'refresh_token', client_id: consoleClientId },
    refresh_token: first.refreshToken,
  });
  const second = await tokensOf(answer);
  await use(second.refreshToken, 200);
  return {
    ...{ name: 'the use of a spent refresh token', token: first.accessToken, code: 'token_invalid', newToken },
    end: () => use(first.refreshToken, 400),
  };
}

async function endSessions(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const [owner, person] = [await newPerson(platform, tenant, 'owner'), await newPerson(platform, tenant)];
  const headers = { authorization: `Bearer ${await owner.newToken()}` };
  const { accessToken } = await person.enter();
  return {
    ...{ name: 'end-sessions', token: accessToken, code: 'token_invalid', newToken: person.newToken },
    end: async () => {
      const address = `${platform.baseUrl}/api/v1/user/end-sessions/${person.userId}`;
      expectStatus(await fetch(address, { method: 'POST', headers }), 200);
    },
  };
}

async function post(
  { baseUrl }: RunningPlatform,
  path: string,
  fields: Readonly<Record<string, string>>,
  status: number,
): Promise<void> {
  expectStatus(await postForm(`${baseUrl}${path}`, { client_id: consoleClientId, ...fields }), status);
}

function expectStatus(answer: Response, status: number): void {
  if (answer.status !== status) {
    throw new Error(`${new URL(answer.url).pathname} answered ${answer.status} in place of ${status}.`);
  }
}
