import { companiesDocument, companyContracts } from '@rapport/subscription-contract';
import type { Endpoint } from '@rapport/http-contract';
import { ApiDocument, newEmail, newSession, postSignup, type OpenApi } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';

const { baseUrl } = inject('platform');
const { signUp, ...others } = companyContracts['subscription-service'];
const taking = Object.values<Endpoint>(others).filter(({ body }) => body !== undefined);

test('every example of a body is answered with success, those of owners in the order of the document', async () => {
  const { body } = signUp.example;
  const company = { ...body, ownerEmail: newEmail() };
  const made = await postSignup(baseUrl, company);
  expect([201, 202]).toContain(made.status);
  const { tenantId } = made.body as { tenantId: string };
  const person = { email: company.ownerEmail, password: company.password, tenantId };
  const { accessToken } = await newSession(baseUrl, person);
  for (const { operationId, method, path, example, success } of taking) {
    const answer = await fetch(baseUrl + path.replace('{tenantId}', tenantId), {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(example?.body),
    });
    expect(answer.status, `${operationId}: ${await answer.text()}`).toBe(success.status);
  }
});

test('the document shows an example of every body', () => {
  // The document is made of plain values; this is its form.
  const { operations } = new ApiDocument(companiesDocument() as unknown as OpenApi);
  for (const { operationId, example } of [signUp, ...taking]) {
    const shown = operations.find((operation) => operation.operationId === operationId);
    expect(JSON.stringify(shown), operationId).toContain(`"example":${JSON.stringify(example?.body)}`);
  }
});
