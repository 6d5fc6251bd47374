import { audit } from '@rapport/audit';
import type { Database } from '@rapport/database';
import { lives, newId, serviceUnavailable, type CallContext } from '@rapport/kernel';
import { nameInMail } from '@rapport/mail';
import { failureReason, isAway } from '@rapport/sagas';
import type { OwnerMails } from '@rapport/subscriptions';
import type { ExportMetrics } from './export-metrics.ts';
import type { Attempt, ExportStore } from './export-store.ts';
import type { WrittenFile } from './writing/file-writer.ts';
import { TenantCopy } from './writing/tenant-copy.ts';

/**
 * Makes the exports whose turn it is. An attempt has a table of pieces of its own, so a process that was frozen spoils nothing of
 * what another one has taken over, and an export has the files of one attempt alone.
 */
export class ExportWork {
  readonly #database: Database;
  readonly #store: ExportStore;
  readonly #mails: OwnerMails;
  readonly #metrics: ExportMetrics;

  constructor(database: Database, store: ExportStore, mails: OwnerMails, metrics: ExportMetrics) {
    this.#database = database;
    this.#store = store;
    this.#mails = mails;
    this.#metrics = metrics;
  }

  async make(context: CallContext, exportId: string, stillAtIt: () => Promise<void>): Promise<void> {
    const { control } = this.#database;
    const attempt = await this.#store.begin(context, control, exportId, newId());
    if (!attempt || attempt.isGoing) {
      return;
    }
    const reason = reasonAgainst(attempt);
    if (reason !== undefined) {
      await this.#fail(context, attempt, reason);
      return;
    }
    try {
      const files = await new TenantCopy(this.#database, attempt).make(context, stillAtIt);
      await this.#makeReady(context, attempt, files);
    } catch (error) {
      if (isAway(error)) {
        // An attempt of which control does not hear the end counts as one that ended in a crash.
        await this.#store.endAttempt(context, control, attempt).catch(() => undefined);
      } else {
        await this.#fail(context, attempt, failureReason(error, context.trace.traceId));
      }
      throw error;
    }
  }

  async #makeReady(context: CallContext, attempt: Attempt, files: readonly WrittenFile[]): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      if (!(await this.#store.makeReady(context, sql, attempt, files))) {
        throw serviceUnavailable('Another process has taken this export over.');
      }
      const { tenantId, exportId } = attempt;
      await audit({ ...context, actor: exporting }, sql, tenantId, 'export.exportReady', exportId);
      await this.#mails.post(context, sql, tenantId, noticeOf(attempt));
    });
    this.#metrics.countEnd('ready');
  }

  async #fail(context: CallContext, attempt: Attempt, failure: string): Promise<void> {
    const { tenantId, exportId } = attempt;
    const isFailed = await this.#database.control.transaction(context, async (sql) => {
      const isChanged = await this.#store.fail(context, sql, attempt, failure);
      if (isChanged) {
        await audit({ ...context, actor: exporting }, sql, tenantId, 'export.exportFailed', exportId, { failure });
      }
      return isChanged;
    });
    if (isFailed) {
      this.#metrics.countEnd('failed');
    }
  }
}

const exporting = { kind: 'system', name: 'exports' } as const;

/** A crash may have been chance. A second one is not, and what makes processes die must not go on. */
const openAttemptsMax = 2;

function reasonAgainst({ leftMs, openAttempts }: Attempt): string | undefined {
  if (leftMs <= 0) {
    return `It was not made within ${lives.exportMaking}; order another one.`;
  }
  return openAttempts > openAttemptsMax
    ? 'The process that made it ended twice in the middle; order another one.'
    : undefined;
}

function noticeOf({ organisationName, tenantId, exportId, createdOnUtc }: Attempt) {
  const name = nameInMail(organisationName);
  return {
    subject: `The export of ${name} is ready`,
    sentences: [
      `The export of ${name} that was ordered on ${createdOnUtc.slice(0, 10)} is ready.`,
      `An owner can fetch its files for ${lives.export}, at /subscription/v1/tenants/${tenantId}/exports/${exportId} of the platform. A later export may have them go earlier.`,
    ],
  };
}
