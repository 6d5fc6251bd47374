import { randomBytes } from 'node:crypto';
import { seedClient } from '@rapport/admission/testing';
import { databasesOfFile } from '@rapport/database/testing';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { expect, test } from 'vitest';
import { ClientIds } from './client-ids.ts';
import { ClientSecretStore } from './client-secret-store.ts';
import { CredentialKeys } from './credential-keys.ts';
import { Peppers } from './peppers.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const ids = new ClientIds(Buffer.alloc(32, 7));

const telemetry = { metrics: new Metrics(), logger: silent };

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');

test('another pepper under a used id, or another key of client ids, stops the start', async () => {
  const usedKey = randomBytes(32);
  await keysWith(peppersOf({ old: usedKey })).require(context);
  await keysWith(peppersOf({ new: randomBytes(32), old: usedKey })).require(context);
  await expect(keysWith(peppersOf({ old: randomBytes(32) })).require(context)).rejects.toThrow(
    'The pepper old of SECRET_PEPPERS is not the key',
  );
  const otherIds = new ClientIds(randomBytes(32));
  await expect(keysWith(peppersOf({ old: usedKey }), otherIds).require(context)).rejects.toThrow('CLIENT_ID_KEY');
});

test('a missing pepper stops the start until its last secret has ended, and a start that was stopped keeps no key as used', async () => {
  const goneKey = randomBytes(32);
  const gone = peppersOf({ gone: goneKey });
  const stays = peppersOf({ stays: randomBytes(32) });
  await keysWith(gone).require(context);
  await keysWith(stays).require(context);
  const client = await seedClient(context, owner.control, ids.mint());
  const secrets = new ClientSecretStore(gone);
  await secrets.add(context, owner.control, client.id);
  await expect(keysWith(stays).require(context)).rejects.toThrow('SECRET_PEPPERS lacks gone');
  const mistyped = keysWith(peppersOf({ next: randomBytes(32) })).require(context);
  await expect(mistyped).rejects.toThrow('SECRET_PEPPERS lacks gone');
  await keysWith(peppersOf({ next: randomBytes(32), gone: goneKey })).require(context);
  const metrics = await telemetry.metrics.text();
  expect(metrics).toContain('secret_pepper_needed{key="gone"} 1');
  expect(metrics).toContain('secret_pepper_needed{key="next"} 0');
  const [secret] = await secrets.live(context, owner.control, client.id);
  await secrets.revoke(context, owner.control, client.id, secret?.id ?? '');
  await keysWith(stays).require(context);
});

function keysWith(peppers: Peppers, clientIds = ids): CredentialKeys {
  return new CredentialKeys(databases.connect('rapport_token_service'), peppers, clientIds, telemetry);
}

function peppersOf(keys: Record<string, Buffer>): Peppers {
  return new Peppers(new Map(Object.entries(keys)));
}
