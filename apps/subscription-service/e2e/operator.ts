import { createClient, type ClientOptions } from '@rapport/http-contract/client';
import { done, newEmail, operatorContract } from '@rapport/testbed';
import { expect, inject } from 'vitest';

const { operatorUrl, operatorCredential } = inject('platform');

export const unknownId = '01890000-0000-7000-8000-000000000000';

export type Operator = typeof operator;

/** A client of the operators' API with these headers. */
export function operatorWith(headers: Record<string, string>, more: Partial<ClientOptions> = {}) {
  return createClient(operatorContract, { baseUrl: operatorUrl, headers: () => headers, ...more });
}

export const asOperator = { authorization: `Bearer ${operatorCredential}` };

export const operator = operatorWith(asOperator);

export async function newTenant() {
  return done(await operator.createTenant({ body: { organisationName: 'A tenant', ownerEmail: newEmail() } }), 201);
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The problem of an answer, which must have this status and code. */
export function expectProblem(answer: Answer, status: number, code: string): { errors?: Record<string, string[]> } {
  expect(answer).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return answer.body as { errors?: Record<string, string[]> };
}
