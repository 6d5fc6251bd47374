import type { Scene } from '../scene.ts';

/** A company signs up only after a value says so. */
export async function signingUp({ release, entrance }: Scene): Promise<string> {
  const before = await signUp(entrance.url);
  if (before.status !== 404) {
    throw new Error(`Sign-ups are off, and one was answered with ${before.status}.`);
  }
  await release.upgrade({
    'subscriptionService.signups.enabled': true,
    'subscriptionService.invoicePaymentText': 'Nothing is to be paid.',
  });
  const began = performance.now();
  const answer = await signUp(entrance.url);
  const said = (await answer.json()) as { state?: string };
  if (!answer.ok || !['trialing', 'provisioning'].includes(said.state ?? '')) {
    throw new Error(`A sign-up was answered with ${answer.status} ${JSON.stringify(said)}.`);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `off it was 404; on, a company signed up in ${seconds} s and is ${said.state}`;
}

export function signUp(baseUrl: string): Promise<Response> {
  return fetch(`${baseUrl}/subscription/v1/signups`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      organisationName: 'Lovelace Ltd',
      ownerEmail: 'ada@example.test',
      ownerName: 'Ada Lovelace',
      password: 'seven engines of difference',
      planCode: 'professional',
    }),
  });
}
