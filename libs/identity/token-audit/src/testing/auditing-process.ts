import type { SeededClient } from '@rapport/admission/testing';
import type { Database } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { Background, startTelemetry, type Telemetry } from '@rapport/telemetry';
import { expect, vi } from 'vitest';
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
    await vi.waitFor(async () => expect(await this.metric('token_audit_rows_total')).toBe(rows), { timeout: 10_000 });
  }
}

/** A request of the client for a token. */
export function requesterOf({ clientId }: SeededClient, more: Partial<Requester> = {}): Requester {
  return { caller: { address: '192.0.2.1', userAgent: 'tests/1.0' }, clientId, state: undefined, ...more };
}

export function newToken(): { jti: string; text: string } {
  return { jti: newId(), text: newId() };
}
