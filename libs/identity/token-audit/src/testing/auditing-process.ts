import { seedClient, type SeededClient } from '@rapport/admission/testing';
import { statement, type Database, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { Background, startTelemetry, type Telemetry } from '@rapport/telemetry';
import { expect } from 'vitest';
import type { Requester } from '../requester.ts';
import { TokenAuditStore } from '../token-audit-store.ts';
import { TokenAuditWriter } from '../token-audit-writer.ts';
import { TokenAudit } from '../token-audit.ts';

/** A process that notes what happens to tokens, and writes it. */
export class AuditingProcess {
  readonly audit: TokenAudit;
  readonly #background: Background;
  readonly #telemetry: Telemetry;

  private constructor(database: Database, telemetry: Telemetry) {
    this.#telemetry = telemetry;
    this.audit = new TokenAudit(telemetry.metrics);
    this.#background = new Background(telemetry);
    new TokenAuditWriter(this.audit, new TokenAuditStore(), database, telemetry).start(this.#background);
  }

  static async start(database: Database): Promise<AuditingProcess> {
    const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
    return new AuditingProcess(database, telemetry);
  }

  stop(): Promise<void> {
    return this.#background.stop();
  }

  async metric(name: string): Promise<number> {
    const text = await this.#telemetry.metrics.text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** Waits until so many rows are written. */
  async written(rows: number): Promise<void> {
    await expect.poll(() => this.metric('token_audit_rows_total'), { timeout: 10_000 }).toBe(rows);
  }
}

export function newClient(context: CallContext, sql: Sql): Promise<SeededClient> {
  return seedClient(context, sql, `rpt_client_${newId().replaceAll('-', '').slice(0, 26)}`);
}

/** The id of a secret that the client has, and no caller knows. */
export async function newSecret(context: CallContext, sql: Sql, { id: apiClientId }: SeededClient): Promise<string> {
  const id = newId();
  await sql.query(context, insertSecret.with({ id, apiClientId }));
  return id;
}

/** A request of the client for a token. */
export function requesterOf({ clientId }: SeededClient, more: Partial<Requester> = {}): Requester {
  return { caller: { address: '192.0.2.1', userAgent: 'tests/1.0' }, clientId, state: undefined, ...more };
}

export function newToken(): { jti: string; text: string } {
  return { jti: newId(), text: newId() };
}

const insertSecret = statement(
  'audit_test_secret',
  `insert into control.api_client_secret (id, api_client_id, digest, pepper_kid, hint)
    values (:id, :apiClientId, decode(md5(:id::uuid::text), 'hex'), 'p', '')`,
);
