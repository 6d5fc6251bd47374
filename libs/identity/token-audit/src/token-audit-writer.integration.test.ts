import type { SeededClient } from '@rapport/admission/testing';
import { statement, type Sent } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type CallContext } from '@rapport/kernel';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuditingProcess, newClient, newSecret, requesterOf } from './testing/auditing-process.ts';
import type { TokenAudit } from './token-audit.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const databases = await databasesOfFile();
let client: SeededClient;
let secretId: string;
let running: AuditingProcess;
let audit: TokenAudit;

const owner = databases.connect('rapport_owner');
beforeEach(async () => {
  client = await newClient(context, owner.control);
  secretId = await newSecret(context, owner.control, client);
  running = await AuditingProcess.start(databases.connect('rapport_token_service'));
  ({ audit } = running);
});
afterEach(async () => {
  await running.stop();
  await run(grantCount);
  await run(grantInsert);
  await run(grantUse);
});

describe('what the database refuses for ever', () => {
  test('refusals that the database refuses for ever are given up, while issued tokens and uses of secrets are written', async () => {
    await run(revokeCount);
    await underLoad(async () => {
      expect(await rowsOf('token.issued')).toBeGreaterThan(0);
      expect(await isUseNoted()).toBe(true);
      expect(audit.droppedRows).toBeGreaterThan(0);
    });
    expect(await rowsOf('token.denied')).toBe(0);
    await run(grantCount);
    await underLoad(async () => expect(await rowsOf('token.denied')).toBeGreaterThan(0));
  });

  test('rows that the database refuses for ever are given up, while uses of secrets are noted', async () => {
    await run(revokeInsert);
    await underLoad(async () => {
      expect(await isUseNoted()).toBe(true);
      expect(audit.droppedRows).toBeGreaterThan(1);
    });
  });

  test('the use of a secret that the database refuses for ever is not a lost row', async () => {
    await run(revokeUse);
    await underLoad(async () => {
      expect(await rowsOf('token.issued')).toBeGreaterThan(0);
      expect(audit.uses.size).toBe(0);
    });
    expect(await isUseNoted()).toBe(false);
    expect(audit.droppedRows).toBe(0);
  });
});

test('a table that another transaction holds loses no row, and uses of secrets are noted meanwhile', async () => {
  await underLoad(async () => expect(await rowsOf('token.denied')).toBeGreaterThan(0));
  await run(forgetUse.with({ secretId }));
  audit.uses.putBack([secretId]);
  await owner.control.transaction(context, async (sql) => {
    await sql.query(context, holdAudit);
    await underLoad(async () =>
      expect(await sql.query(context, findUse.with({ secretId }))).toEqual([{ isNoted: true }]),
    );
  });
  expect(audit.droppedRows).toBe(0);
});

/** Waits until the look succeeds, while tokens are issued and refused all the time. */
async function underLoad(check: () => Promise<void>): Promise<void> {
  const once = async () => {
    audit.issued(context, requesterOf(client, { secretId }), { jti: newId(), text: '' });
    audit.denied(context, requesterOf(client, { secretId }), 'bad_secret');
    await check();
  };
  await vi.waitFor(once, { timeout: 10_000 });
}

function run<R extends object>(sent: Sent): Promise<R[]> {
  return owner.control.query<R>(context, sent);
}

async function rowsOf(event: string): Promise<number> {
  const [row] = await run<{ rows: number }>(countRows.with({ ...client, event }));
  return row?.rows ?? 0;
}

async function isUseNoted(): Promise<boolean> {
  const [row] = await run<{ isNoted: boolean }>(findUse.with({ secretId }));
  return row?.isNoted ?? false;
}

const countRows = statement(
  'writer_test_rows',
  `select count(*)::int as rows from control.token_audit where client_id = :clientId and event = :event`,
);
const findUse = statement(
  'writer_test_use',
  `select last_used_on is not null as "isNoted" from control.api_client_secret where id = :secretId`,
);
const forgetUse = statement(
  'writer_test_forget',
  `update control.api_client_secret set last_used_on = null where id = :secretId`,
);
const holdAudit = statement('hold_audit', `lock table control.token_audit in access exclusive mode`);
const revokeCount = statement(
  'revoke_count',
  `revoke update (count) on control.token_audit from rapport_token_service`,
);
const grantCount = statement('grant_count', `grant update (count) on control.token_audit to rapport_token_service`);
const revokeInsert = statement('revoke_insert', `revoke insert on control.token_audit from rapport_token_service`);
const grantInsert = statement('grant_insert', `grant insert on control.token_audit to rapport_token_service`);
const revokeUse = statement(
  'revoke_use',
  `revoke update (last_used_on) on control.api_client_secret from rapport_token_service`,
);
const grantUse = statement(
  'grant_use',
  `grant update (last_used_on) on control.api_client_secret to rapport_token_service`,
);
