import { createClient } from '@rapport/http-contract/client';
import {
  apiClientContract,
  customFieldContract,
  marketingEmailContract,
  ownContract,
  roleContract,
  teamContract,
  userContract,
} from '@rapport/application-contract';
import { done, newEmail, newSession, operatorClient } from '@rapport/testbed';
import { inject } from 'vitest';

const platform = inject('platform');

export const { baseUrl } = platform;

/** The operators' API of the running platform. */
export const operator = operatorClient({ url: platform.operatorUrl, credential: platform.operatorCredential });

/** A person who has signed in. */
export interface Person {
  readonly userId: string;
  readonly tenantId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

interface NewColleague {
  readonly role?: string;
  readonly dataScope?: 'own' | 'team' | 'all';
  readonly teamId?: string;
}

interface NewOwner {
  readonly requestsPerMinute?: number;
}

/** The owner of a new tenant, which has the limit of its plan unless another one is given. */
export async function newOwner(more: NewOwner = {}): Promise<Person> {
  const body = {
    organisationName: `Organisation ${newEmail()}`,
    ownerEmail: newEmail(),
    planCode: 'professional',
    ...more,
  };
  const { tenantId, owner } = done(await operator.createTenant({ body }), 201);
  return signedIn({ userId: owner.userId, tenantId, email: owner.email, password: owner.password ?? '' });
}

/** Another person of the same tenant. */
export async function newColleague({ tenantId }: Person, more: NewColleague = {}): Promise<Person> {
  const body = { email: newEmail(), name: 'A Colleague', role: 'readOnly', dataScope: 'own' as const, ...more };
  const made = done(await operator.createUser({ params: { tenantId }, body }), 201);
  return signedIn({ userId: made.userId, tenantId, email: body.email, password: made.password ?? '' });
}

/** The person, in another session. */
export async function signedIn(person: Omit<Person, 'token'>): Promise<Person> {
  const { email, password, tenantId } = person;
  const { accessToken } = await newSession(baseUrl, { email, password, tenantId });
  return { ...person, token: accessToken };
}

const contract = {
  ...ownContract,
  ...userContract,
  ...roleContract,
  ...teamContract,
  ...apiClientContract,
  ...customFieldContract,
  ...marketingEmailContract,
};

/** The operations as this person may ask for them. */
export function as({ token }: Pick<Person, 'token'>) {
  return createClient(contract, { baseUrl, headers: () => ({ authorization: `Bearer ${token}` }) });
}
