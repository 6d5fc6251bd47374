import { done, newEmail } from '@rapport/testbed';
import { describe, expect, test } from 'vitest';
import { expectProblem, newTenant, operator, unknownId } from './operator.ts';

const made = await newTenant();
const [tenantId, userId] = [made.tenantId, made.owner.userId];

describe('people', () => {
  const params = () => ({ tenantId });

  test('a refusal names an unknown role or team, and a missing team of the scope team, together with other errors', async () => {
    const shape = await operator.createUser({ params: params(), body: { email: 'unknown', name: '' } });
    expect(Object.keys(expectProblem(shape, 400, 'validation_failed').errors ?? {}).toSorted()).toEqual([
      'email',
      'name',
    ]);
    const body = { email: newEmail(), name: 'x', role: 'king', teamId: unknownId };
    const places = await operator.createUser({ params: params(), body });
    expect(Object.keys(expectProblem(places, 400, 'validation_failed').errors ?? {}).toSorted()).toEqual([
      'role',
      'teamId',
    ]);
    const teamless = await operator.createUser({
      params: params(),
      body: { email: newEmail(), name: 'x', dataScope: 'team' },
    });
    expectProblem(teamless, 400, 'validation_failed');
  });

  test('a person who has a login gets no second password', async () => {
    const email = newEmail();
    const other = await newTenant();
    const first = done(await operator.createUser({ params: params(), body: { email, name: 'x' } }), 201);
    const body = { email: email.toUpperCase(), name: 'x' };
    const second = done(await operator.createUser({ params: { tenantId: other.tenantId }, body }), 201);
    expect([typeof first.password, second.password]).toEqual(['string', null]);
    expect(second.userId).not.toBe(first.userId);
  });

  test('disable and enable of a user may be repeated', async () => {
    const user = done(await operator.createUser({ params: params(), body: { email: newEmail(), name: 'x' } }), 201);
    const one = { params: { tenantId, userId: user.userId } };
    const answers = [
      await operator.disableUser(one),
      await operator.disableUser(one),
      await operator.enableUser(one),
      await operator.enableUser(one),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("another tenant's user and client are unknown in this tenant", async () => {
    const other = await newTenant();
    const theirs = { tenantId: other.tenantId, userId };
    expectProblem(await operator.disableUser({ params: theirs }), 404, 'not_found');
    const client = await newClient();
    const { clientId } = client;
    expectProblem(
      await operator.disableApiClient({ params: { tenantId: other.tenantId, clientId } }),
      404,
      'not_found',
    );
    const body = { name: 'x', runAsUserId: userId };
    const foreign = await operator.createApiClient({ params: { tenantId: other.tenantId }, body });
    expect(expectProblem(foreign, 400, 'validation_failed').errors).toHaveProperty('runAsUserId');
  });
});

describe('API clients', () => {
  test('an unknown scope is a 400 that names the scope, and disable and enable of a client may be repeated', async () => {
    const body = { name: 'x', runAsUserId: userId, scopes: ['customers.read', 'customers.fly'] };
    const wrong = await operator.createApiClient({ params: { tenantId }, body });
    expect(JSON.stringify(expectProblem(wrong, 400, 'validation_failed').errors)).toContain('customers.fly');
    const { clientId } = await newClient();
    const params = { tenantId, clientId };
    for (const change of [() => operator.disableApiClient({ params }), () => operator.enableApiClient({ params })]) {
      expect([(await change()).status, (await change()).status]).toEqual([200, 200]);
    }
  });

  test('a rotation with a negative overlap is a 400', async () => {
    const { clientId } = await newClient();
    const answer = await operator.rotateSecret({ params: { tenantId, clientId }, body: { overlapSeconds: -1 } });
    expect(expectProblem(answer, 400, 'validation_failed').errors).toHaveProperty('overlapSeconds');
  });
});

describe('custom fields', () => {
  test('a field is listed as it was made, disabled and enabled again, and a repetition changes nothing', async () => {
    const params = { tenantId: (await newTenant()).tenantId };
    const options = ['North', 'South "and" West'];
    const body = { ...newField('region'), label: ' Région ', fieldType: 'select' as const, isRequired: true, options };
    expect(done(await operator.createCustomField({ params, body }), 201)).toEqual({});
    done(await operator.createCustomField({ params, body: newField('note') }), 201);
    const field = { ...params, module: 'customers', key: 'region' };
    for (const [change, isEnabled] of [
      [operator.disableCustomField, false],
      [operator.enableCustomField, true],
    ] as const) {
      expect([done(await change({ params: field }), 200), done(await change({ params: field }), 200)]).toEqual([
        {},
        {},
      ]);
      const { customFields } = done(await operator.listCustomFields({ params, query: { module: 'customers' } }), 200);
      expect(customFields).toEqual([
        {
          key: 'region',
          label: 'Région',
          description: null,
          fieldType: 'select',
          isRequired: true,
          options,
          displayOrder: 1,
          isEnabled,
        },
        expect.objectContaining({ key: 'note', displayOrder: 2, isRequired: false, options: [], isEnabled: true }),
      ]);
    }
    expectProblem(await operator.createCustomField({ params, body: newField('region') }), 409, 'code_conflict');
  });

  test('a wrong field is refused with everything that is wrong', async () => {
    const wrong = { module: 'invoices', key: 'Region', label: ' ', fieldType: 'colour', isRequired: 1, nonsense: 1 };
    const answer = await operator.createCustomField({ params: { tenantId }, body: wrong });
    const { errors } = expectProblem(answer, 400, 'validation_failed');
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(Object.keys(wrong).toSorted());
    for (const options of [[], ['a', ' a'], Array.from({ length: 201 }, (_, n) => `${n}`), ['x'.repeat(101)], ['']]) {
      const body = { ...newField('choice'), fieldType: 'select' as const, options };
      const { errors: places } = expectProblem(
        await operator.createCustomField({ params: { tenantId }, body }),
        400,
        'validation_failed',
      );
      expect(Object.keys(places ?? {})[0]).toMatch(/^options/);
    }
  });

  test('disable and enable of a field, or in a module, that is not there are 404', async () => {
    for (const [module, key] of [
      ['customers', 'none'],
      ['leads', 'none'],
      ['invoices', 'none'],
      ['customers', '\u0000'],
    ] as const) {
      const params = { tenantId, module, key };
      expectProblem(await operator.disableCustomField({ params }), 404, 'not_found');
      expectProblem(await operator.enableCustomField({ params }), 404, 'not_found');
    }
  });
});

function newField(key: string) {
  return { module: 'customers' as const, key, label: 'A field', fieldType: 'text' as const };
}

async function newClient() {
  const body = { name: 'A client', runAsUserId: userId };
  return done(await operator.createApiClient({ params: { tenantId }, body }), 201);
}

describe('suppressed addresses', () => {
  const address = 'Ada@Example.com';

  test.each<[string, Record<string, unknown>, string]>([
    ['a cause that there is not', { address, cause: 'bored' }, 'cause'],
    ['an address that is none', { address: 'ada' }, 'address'],
    ['neither address nor token', { cause: 'bounced' }, 'address'],
    ['both address and token', { address, token: 'x' }, 'address'],
    ['a token of no mail', { token: 'x' }, 'token'],
  ])('an addition with %s is a 400 that names it', async (_, body, member) => {
    const answer = await operator.addSuppressed({ params: { tenantId }, body });
    expect(Object.keys(expectProblem(answer, 400, 'validation_failed').errors ?? {})).toEqual([member]);
  });

  test('an address that is added is on the list as one that asked, and the audit tells who did it', async () => {
    const params = { tenantId };
    expect(done(await operator.addSuppressed({ params, body: { address } }), 200)).toEqual({});
    const { suppressed } = done(await operator.listSuppressed({ params, query: { address: 'ada@example.com' } }), 200);
    expect(suppressed).toMatchObject([{ address, reason: 'asked' }]);
    const { data } = done(await operator.listTenantAudit({ params }), 200);
    expect(data[0]).toMatchObject({ event: 'suppression.added', subject: address });
  });
});
