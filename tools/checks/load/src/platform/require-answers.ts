import type { OperatorAccess } from '@rapport/rapport';
import { operatorClient } from '@rapport/testbed';

/** Looks at both addresses and at the credential before anything is made, so that what is wrong is said by its name. */
export async function requireAnswers(baseUrl: string, access: OperatorAccess, credentialFile: string): Promise<void> {
  await fetch(baseUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw new Error(`${baseUrl} does not answer; see ./rapport status.`);
  });
  const { status, body } = await operatorClient(access).listTenants();
  if (status === 401 || status === 403) {
    throw new Error(`The operators' API refuses the credential in ${credentialFile}.`);
  }
  if (status !== 200 || !Array.isArray((body as { tenants?: unknown } | undefined)?.tenants)) {
    throw new Error(`${access.url} is not the operators' API; see subscription-service in ./rapport status.`);
  }
}

const timeoutMs = 10_000;
