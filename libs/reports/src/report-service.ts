import { defaultTimes, statement, textOf, type Database } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { pipelineText, type PipelineFilter } from './pipeline-text.ts';
import { SharedReads } from './shared-reads.ts';
import { summaryParts } from './summary-parts.ts';

export type { PipelineFilter } from './pipeline-text.ts';

/** Counts and sums over the records that a caller sees, as JSON texts. */
export class ReportService {
  readonly #database: Database;
  readonly #reads = new SharedReads<string[]>(defaultTimes.tenantReadMs);

  constructor(database: Database) {
    this.#database = database;
  }

  /** The opportunities of each stage. A user or a team that is not there has none. */
  async pipeline(context: RequestContext, filter: PipelineFilter): Promise<string> {
    const [stages] = await this.#read(context, 'report_pipeline', (bind) => pipelineText(context, filter, bind));
    return stages ?? '';
  }

  /**
   * Where the caller stands. A figure is null without the permission to read its kind, which `reads` says. The kinds are
   * read side by side: together they take as long as the longest, and each is of one moment.
   */
  async summary(context: RequestContext, reads: (kind: string) => boolean): Promise<string> {
    const members = await Promise.all(
      summaryParts.map(async ({ kind, figures, text }) => {
        const values = reads(kind)
          ? await this.#read(context, `dashboard_${kind}`, (bind) => text(context, bind))
          : figures.map(() => 'null');
        return figures.map((figure, at) => `"${figure}":${values[at]}`);
      }),
    );
    return `{${members.flat().join(',')}}`;
  }

  /** The tenant, the text and its values decide what is found: a caller that may see less has another text or other values. */
  #read(context: RequestContext, name: string, write: (bind: Bind) => string): Promise<string[]> {
    const values: unknown[] = [];
    const text = write((value) => `$${values.push(value)}`);
    return this.#reads.take(JSON.stringify([context.tenant.number, text, values]), async () => {
      const composed = { ...statement(name, text), isComposed: true } as const;
      const [row = []] = await this.#database.tenant(context.tenant).rows(context, composed, values);
      return row.map((value) => textOf(value ?? ''));
    });
  }
}
