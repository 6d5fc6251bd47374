import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { askOperatorApi, type OperatorAccess } from '../operator-api.ts';
import { readWhole, writeWhole } from '../state-file.ts';

/** How to get into the demo tenant. */
export interface Demo {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ownerEmail: string;
  readonly ownerPassword: string;
}

interface CreatedTenant {
  readonly tenantId: string;
  readonly owner: { readonly userId: string; readonly email: string; readonly password: string };
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
  // A start that was killed between the tenant and its file leaves a tenant behind, whose address must not be in the way.
  const ownerEmail = `owner-${randomBytes(3).toString('hex')}@demo.example`;
  const { tenantId, owner } = (await askOperatorApi(access, {
    method: 'POST',
    path: ['tenants'],
    body: { name: 'Demo', ownerEmail, plan: 'professional' },
  })) as CreatedTenant;
  const { clientId, clientSecret } = (await askOperatorApi(access, {
    method: 'POST',
    path: ['tenants', tenantId, 'api-clients'],
    body: { name: 'Demo client', runAsUserId: owner.userId },
  })) as { clientId: string; clientSecret: string };
  const demo = { tenantId, clientId, clientSecret, ownerEmail: owner.email, ownerPassword: owner.password };
  await writeWhole(demoFile(dataDir), JSON.stringify(demo, null, 2), 0o600);
  return demo;
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
