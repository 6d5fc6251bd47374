import { contracts, publicDocument } from '@rapport/public-contract';
import { expect, inject, test } from 'vitest';
import { newToken } from './presented-tokens.ts';
import { newTenant } from './token-client.ts';

const { baseUrl } = inject('platform');
const { issueToken, introspectToken, revokeToken } = contracts['token-service'];
const form = 'application/x-www-form-urlencoded';

/** The body of each operation, as the document shows it. */
const { paths } = publicDocument() as unknown as {
  readonly paths: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Record<string, Shown> } } }>
  >;
};

interface Shown {
  readonly example: string;
}

const client = await (await newTenant()).client();
const token = await newToken(client);

test.each([issueToken, introspectToken, revokeToken].map(({ operationId, path }) => [operationId, path] as const))(
  'the example of %s is sent as it stands in the document, with credentials that there are, and answered',
  async (_, path) => {
    const example = paths[path]?.post.requestBody.content[form]?.example ?? '';
    const own = new URLSearchParams(example);
    own.set('client_id', client.clientId);
    own.set('client_secret', client.clientSecret);
    if (own.has('token')) {
      own.set('token', token);
    }
    const answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': form },
      body: own.toString(),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    expect(example).toContain('client_id=');
  },
);
