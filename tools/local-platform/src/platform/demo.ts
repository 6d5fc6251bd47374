import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { grantableScopes } from '@rapport/kinds';
import { bodyOf, operatorClient, type OperatorAccess } from '@rapport/rapport';
import { readWhole, writeWhole } from '../state-file.ts';

/** The access to the demo tenant. */
export interface Demo {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ownerEmail: string;
  /** Null where the owner has changed it. */
  readonly ownerPassword: string | null;
}

export function readDemo(dataDir: string): Promise<Demo | undefined> {
  return readWhole<Demo>(demoFile(dataDir));
}

/** The demo tenant, made at the first start, by the API that operators use. */
export async function ensureDemo(dataDir: string, access: OperatorAccess): Promise<Demo> {
  const kept = await readDemo(dataDir);
  if (kept !== undefined) {
    return kept;
  }
  // A start that was killed before the file was written leaves a tenant, so each attempt uses an address of its own.
  const ownerEmail = `owner-${randomBytes(3).toString('hex')}@demo.example`;
  const operator = operatorClient(access);
  const tenant = bodyOf(
    await operator.createTenant({ body: { organisationName: 'Demo', ownerEmail, planCode: 'professional' } }),
  );
  const { tenantId, owner } = tenant;
  const body = { name: 'Demo client', runAsUserId: owner.userId, scopes: [...grantableScopes] };
  const { clientId, clientSecret } = bodyOf(await operator.createApiClient({ params: { tenantId }, body }));
  const demo = { tenantId, clientId, clientSecret, ownerEmail: owner.email, ownerPassword: owner.password };
  await writeWhole(demoFile(dataDir), JSON.stringify(demo, null, 2), 0o600);
  return demo;
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
