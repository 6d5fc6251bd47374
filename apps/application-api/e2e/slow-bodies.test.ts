import { Browser, done, HalfSent, postForm, consoleClientId, Processes, signIn } from '@rapport/testbed';
import { describe, expect, inject, test } from 'vitest';
import { as, baseUrl, newColleague, newOwner, operator, signedIn, type Person } from './people.ts';

const replicas = (await new Processes(inject('platform')).of('application-api')).map(({ url }) => url);

const boundary = 'edge';
const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n<p>a</p>\r\n`;

/** Searches and writes go to a cell and to control, and a file is sent. */
const searches = ['/api/v1/customer/search', '/api/v1/user/search'];
const writes = ['/api/v1/customer/create', '/api/v1/team/create', '/api/v1/customer/group/create'];
const fileForms = ['/api/v1/maktemail/create?Name=A'];

function beginAll({ token }: Pick<Person, 'token'>, paths: readonly string[]): Promise<HalfSent[]> {
  return Promise.all(
    replicas.flatMap((replica) =>
      paths.map((path) => {
        const request = { url: replica + path, method: 'POST', token } as const;
        return fileForms.includes(path)
          ? HalfSent.begin({ ...request, body: `${part}--${boundary}--\r\n`, contentType: formType })
          : HalfSent.begin({ ...request, body: path.endsWith('/search') ? '{"pageSize": 1}' : nameBody() });
      }),
    ),
  );
}

const formType = `multipart/form-data; boundary=${boundary}`;
let count = 0;

function nameBody(): string {
  count += 1;
  return JSON.stringify({ name: `Slow ${count}` });
}

async function statusesOf(requests: readonly HalfSent[]): Promise<number[]> {
  return (await Promise.all(requests.map((request) => request.finish()))).map(({ status }) => status);
}

function each(paths: readonly string[], status: number): number[] {
  return replicas.flatMap(() => paths.map(() => status));
}

const all = [...searches, ...writes, ...fileForms];

test('bodies that come in halves are taken where nothing has changed meanwhile', async () => {
  expect(await statusesOf(await beginAll(await newOwner(), all))).toEqual(each(all, 200));
});

describe('a right that goes while a body is on its way neither writes nor reads', () => {
  test('the person is disabled', async () => {
    const owner = await newOwner();
    const person = await newColleague(owner, { role: 'administrator', dataScope: 'all' });
    const requests = await beginAll(person, all);
    done(await as(owner).disableUser({ params: { id: person.userId } }), 200);
    expect(await statusesOf(requests)).toEqual(each(all, 401));
  });

  test('the person signs out', async () => {
    const owner = await newOwner();
    const { email, password } = owner;
    const { accessToken, refreshToken } = await signIn(baseUrl, new Browser(baseUrl), { email, password });
    const requests = await beginAll({ token: accessToken }, all);
    const form = { token: refreshToken, client_id: consoleClientId };
    expect((await postForm(`${baseUrl}/connect/revocation`, form)).status).toBe(200);
    expect(await statusesOf(requests)).toEqual(each(all, 401));
  });

  test('the person changes the password in another session', async () => {
    const owner = await newOwner();
    const requests = await beginAll(owner, all);
    const body = { currentPassword: owner.password, newPassword: 'quite another long password' };
    done(await as(await signedIn(owner)).changePassword({ body }), 200);
    expect(await statusesOf(requests)).toEqual(each(all, 401));
  });

  test('the person gets a role that permits less', async () => {
    const owner = await newOwner();
    const role = { code: 'keeper', name: 'Keeper', permissions: ['customers.read', 'customers.write'] };
    done(await as(owner).createRole({ body: role }), 200);
    const person = await newColleague(owner, { role: 'keeper', dataScope: 'all' });
    const paths = ['/api/v1/customer/search', '/api/v1/customer/create'];
    const requests = await beginAll(person, paths);
    done(await as(owner).updateRole({ body: { ...role, permissions: [] } }), 200);
    expect(await statusesOf(requests)).toEqual(each(paths, 403));
  });

  test('the person sees less: a search finds what it finds now', async () => {
    const owner = await newOwner();
    const person = await newColleague(owner, { role: 'administrator', dataScope: 'all' });
    expect(await statusesOf(await beginAll(owner, ['/api/v1/customer/create']))).toEqual(each([''], 200));
    const [before, ...others] = await beginAll(person, ['/api/v1/customer/search']);
    expect(await before?.finish()).toMatchObject({ body: { data: { totalCount: replicas.length } } });
    const params = { tenantId: owner.tenantId, userId: person.userId };
    done(await operator.updateUser({ params, body: { dataScope: 'own' } }), 200);
    for (const request of others) {
      expect(await request.finish()).toMatchObject({ status: 200, body: { data: { totalCount: 0 } } });
    }
  });

  test('the tenant is suspended, which leaves its reads', async () => {
    const owner = await newOwner();
    const requests = await beginAll(owner, [...writes, ...fileForms]);
    const reads = await beginAll(owner, searches);
    done(await operator.suspendTenant({ params: { tenantId: owner.tenantId } }), 200);
    expect(await statusesOf(requests)).toEqual(each([...writes, ...fileForms], 403));
    expect(await statusesOf(reads)).toEqual(each(searches, 200));
  });
});
