import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RawRow, TenantSql } from '@rapport/database';
import { AppError, pageBytesMax, type CallContext, type RequestContext } from '@rapport/kernel';
import type { CustomFieldSet } from '../../defining/custom-field-sets.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import type { RowSerializer } from '../../showing/shape.ts';
import { StaleView } from './stale-view.ts';
import { timeOf } from '../../showing/time-text.ts';
import { viewerOf, type Scope } from '../../showing/visibility.ts';
import { CursorCodec, invalidCursor, type Cursor } from './cursor.ts';
import { endColumnOf, splitEnd } from './page-end.ts';
import { positionIn, splitHead, type PageHead } from './page-head.ts';
import type { PageRequest, PageStatements } from './page-statements.ts';

/** Reads a list or a feed page by page. A cursor holds `updatedFrom`, the watermark and the position. */
export class PageReader {
  readonly #read: string;
  readonly #statements: Record<Scope, PageStatements>;
  readonly #endAt: number;
  readonly #serialize: RowSerializer;
  readonly #setOf: SetOf;
  readonly #cursors: CursorCodec;
  readonly #isStaleView: RecordRules['isStaleView'];

  constructor(
    read: string,
    statements: Record<Scope, PageStatements>,
    { serialize, setOf }: PageRows,
    cursors: CursorCodec,
    { isStaleView }: RecordRules,
  ) {
    this.#read = read;
    this.#statements = statements;
    this.#endAt = endColumnOf(statements.all);
    this.#serialize = serialize;
    this.#setOf = setOf;
    this.#cursors = cursors;
    this.#isStaleView = isStaleView;
  }

  /** The page as the JSON text of its envelope, with a character for each byte as its rows have. */
  async page(context: RequestContext, sql: TenantSql, request: PageRequest): Promise<string> {
    const cursor = request.cursor === undefined ? null : this.#open(context, request.cursor, request.updatedFrom);
    const answer = cursor ? await this.#next(context, sql, cursor, request) : await this.#first(context, sql, request);
    const { epoch, watermark, rows, definitions } = answer;
    const pending = this.#setOf(context, sql, definitions);
    const set = pending instanceof Promise ? await pending : pending;
    const end = splitEnd(rows, this.#endAt);
    const given = rows.slice(0, request.pageSize);
    const { text, count } = await this.#write(given, set);
    const isCut = count < given.length || rows.length > request.pageSize;
    const last = isCut ? given[count - 1] : end;
    const updatedFrom = cursor ? cursor.updatedFrom : (request.updatedFrom ?? null);
    const nextCursor = last ? this.#cursorAt(context, last, { epoch, watermark, updatedFrom }) : null;
    return `{"data":[${text}],"nextCursor":${JSON.stringify(nextCursor)},"hasMore":${last !== undefined},"syncUntilUtc":"${watermark}"}`;
  }

  async #first(context: RequestContext, sql: TenantSql, { updatedFrom, pageSize }: PageRequest): Promise<ReadPage> {
    const { actor, visibility, view } = context;
    const values = {
      client: actor.clientId,
      user: actor.userId,
      viewer: viewerOf(visibility),
      updatedFrom: updatedFrom ?? null,
      limit: pageSize + 1,
    };
    const { first } = this.#statements[visibility.scope];
    const { head, rows } = splitHead(await sql.rows(context, first.with(values)));
    if (!head?.watermark) {
      throw new Error(`the tenant has no floor for ${this.#read}`);
    }
    if (this.#isStaleView(head.view, view)) {
      throw new StaleView();
    }
    refuseTooOld(head);
    return { ...head, watermark: timeOf(head.watermark), rows };
  }

  async #next(context: RequestContext, sql: TenantSql, cursor: Cursor, { pageSize }: PageRequest): Promise<ReadPage> {
    const { actor, visibility } = context;
    const [lastTime, lastId] = cursor.position;
    const values = {
      client: actor.clientId,
      viewer: viewerOf(visibility),
      lastTime,
      lastId,
      watermark: cursor.watermark,
      limit: pageSize + 1,
    };
    const { next } = this.#statements[visibility.scope];
    const { head, rows } = splitHead(await sql.rows(context, next.with(values)));
    if (head?.epoch !== cursor.epoch) {
      throw invalidCursor();
    }
    refuseTooOld(head);
    return { ...head, watermark: cursor.watermark, rows };
  }

  /**
   * Appends row after row, which costs half as much as joining them, up to the bytes that a page may have. Other requests
   * run between slices of a long page.
   */
  async #write(rows: readonly RawRow[], set: Values): Promise<{ text: string; count: number }> {
    let text = '';
    let count = 0;
    let sliceEnd = sliceBytes;
    for (const row of rows) {
      const written = this.#serialize(row, set);
      if (count > 0 && text.length + written.length > pageBytesMax) {
        break;
      }
      text += count === 0 ? written : `,${written}`;
      count += 1;
      if (text.length > sliceEnd) {
        sliceEnd = text.length + sliceBytes;
        await nextTurn();
      }
    }
    return { text, count };
  }

  #open({ tenant, actor }: RequestContext, text: string, updatedFrom: string | undefined): Cursor {
    const cursor = this.#cursors.decode(text);
    const isOurs = cursor.tenant === tenant.id && cursor.client === actor.clientId && cursor.read === this.#read;
    if (!isOurs || (updatedFrom !== undefined && updatedFrom !== cursor.updatedFrom)) {
      throw invalidCursor();
    }
    return cursor;
  }

  #cursorAt(
    { tenant, actor }: RequestContext,
    row: RawRow,
    bounds: Pick<Cursor, 'epoch' | 'watermark' | 'updatedFrom'>,
  ): string {
    const ours = { tenant: tenant.id, client: actor.clientId, read: this.#read, position: positionIn(row) };
    return this.#cursors.encode({ ...bounds, ...ours });
  }
}

const sliceBytes = 500_000;

type Values = Pick<CustomFieldSet, 'write'>;
type SetOf = (context: CallContext, sql: TenantSql, number: number) => Values | Promise<Values>;

/** The rows of a page are written so. */
export interface PageRows {
  readonly serialize: RowSerializer;
  /** The definitions of the number that a page's statement gave. */
  readonly setOf: SetOf;
}

interface ReadPage extends Pick<PageHead, 'epoch' | 'definitions'> {
  readonly watermark: string;
  readonly rows: RawRow[];
}

function refuseTooOld({ tooOld }: PageHead): void {
  if (tooOld) {
    throw new AppError(
      'updated_from_too_old',
      'What changed since then is no longer kept, or was not visible to this client then. Run a full list without updatedFrom and go on from its syncUntilUtc.',
    );
  }
}
