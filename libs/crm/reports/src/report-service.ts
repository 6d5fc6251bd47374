import { setTimeout as sleep } from 'node:timers/promises';
import { composed, defaultTimes, textOf, type Database, type Sent } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { viewerValues } from '@rapport/records';
import { pipelineText, type PipelineFilter } from './pipeline-text.ts';
import { SharedReads } from './shared-reads.ts';
import { summarySections } from './summary-sections.ts';

export type { PipelineFilter } from './pipeline-text.ts';

/** Counts and sums over the records that a caller sees, as JSON texts. */
export class ReportService {
  readonly #database: Database;
  readonly #reads = new SharedReads<string>(defaultTimes.tenantReadMs, () => sleep(momentMs));

  constructor(database: Database) {
    this.#database = database;
  }

  /** The opportunities of each stage. A user or a team that is not there has none. */
  pipeline(context: RequestContext, filter: PipelineFilter): Promise<string> {
    const figures = composed('report_pipeline', pipelineText(context, filter), { ...filter, ...viewerValues(context) });
    return this.#shared(context, [figures], async () => {
      const [stages] = await this.#row(context, figures);
      return stages ?? '';
    });
  }

  /**
   * The caller's figures. A figure is null without the permission to read its kind, which `reads` says. The kinds are
   * read side by side: together they take as long as the longest, and each is of one moment.
   */
  summary(context: RequestContext, reads: (kind: string) => boolean): Promise<string> {
    const sections = summarySections.map(({ kind, figures, text }) => ({
      figures,
      row: reads(kind) ? composed(`dashboard_${kind}`, text(context), viewerValues(context)) : null,
    }));
    const rows = sections.map(({ row }) => row);
    return this.#shared(context, rows, async () => {
      const members = await Promise.all(
        sections.map(async ({ figures, row }) => {
          const values = row ? await this.#row(context, row) : figures.map(() => 'null');
          return figures.map((figure, at) => `"${figure}":${values[at]}`);
        }),
      );
      return `{${members.flat().join(',')}}`;
    });
  }

  /** The tenant, the texts and their values decide what is found: a caller that may see less has others. */
  #shared(context: RequestContext, rows: readonly (Sent | null)[], read: () => Promise<string>): Promise<string> {
    return this.#reads.take(JSON.stringify([context.tenant.number, rows]), read);
  }

  async #row(context: RequestContext, sent: Sent): Promise<string[]> {
    const [row = []] = await this.#database.tenant(context.tenant).rows(context, sent);
    return row.map((value) => textOf(value ?? ''));
  }
}

/** As long as an answer takes to its caller, and the caller's next request here. */
const momentMs = 20;
