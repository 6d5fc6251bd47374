import { statement, textOf, type Database } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { pipelineText, type PipelineFilter } from './pipeline-text.ts';
import { SharedReads } from './shared-reads.ts';
import { summaryText } from './summary-text.ts';

export type { PipelineFilter } from './pipeline-text.ts';

/** Counts and sums over the records that a caller sees, as JSON texts. */
export class ReportService {
  readonly #database: Database;
  readonly #reads = new SharedReads();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The opportunities of each stage. A user or a team that is not there has none. */
  pipeline(context: RequestContext, filter: PipelineFilter): Promise<string> {
    return this.#read(context, 'report_pipeline', (bind) => pipelineText(context, filter, bind));
  }

  /** Where the caller stands. A figure is null without the permission to read its kind, which `reads` says. */
  summary(context: RequestContext, reads: (kind: string) => boolean): Promise<string> {
    return this.#read(context, 'dashboard_summary', (bind) => summaryText(context, reads, bind));
  }

  /** The tenant, the text and its values decide what is found: a caller that may see less has another text or other values. */
  #read(context: RequestContext, name: string, write: (bind: Bind) => string): Promise<string> {
    const values: unknown[] = [];
    const text = write((value) => `$${values.push(value)}`);
    return this.#reads.take(JSON.stringify([context.tenant.number, text, values]), async () => {
      const composed = { ...statement(name, text), isComposed: true } as const;
      const [row] = await this.#database.tenant(context.tenant).rows(context, composed, values);
      return textOf(row?.[0] ?? '');
    });
  }
}
