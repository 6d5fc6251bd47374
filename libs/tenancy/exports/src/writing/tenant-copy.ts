import { rowsIn, statement, type Database, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { synchronisedKinds, synchronisedNames } from '@rapport/kinds';
import { contentOf, keptFiles } from '@rapport/marketing-email';
import { exportWatermarks } from '@rapport/records';
import { exportedFiles, type ExportedFile } from '../exported-files.ts';
import type { Attempt } from '../export-store.ts';
import { FileWriter, type WrittenFile, type WrittenLines } from './file-writer.ts';
import { givingWay } from './giving-way.ts';
import { pieceBytes, PieceTable } from './piece-table.ts';

/** Copies a tenant as it is at one moment of its cell, and at one of control right behind it, into a table of pieces. */
export class TenantCopy {
  readonly #database: Database;
  readonly #attempt: Attempt;
  readonly #writer: FileWriter;
  readonly #table: PieceTable;
  readonly #manifest: object[] = [];

  constructor(database: Database, attempt: Attempt) {
    this.#database = database;
    this.#attempt = attempt;
    this.#table = new PieceTable(database.cell(attempt.cell), attempt.tenantNumber, attempt.attemptId);
    this.#writer = new FileWriter(this.#table);
  }

  async make(context: CallContext, stillAtIt: () => Promise<void>): Promise<readonly WrittenFile[]> {
    const { cell, tenantNumber, leftMs } = this.#attempt;
    const sql = this.#database.cell(cell);
    await this.#table.create(context);
    const tenant = this.#database.tenant({ number: tenantNumber, cell });
    const tables = (await tenant.query<{ name: string }>(context, findTables)).map(({ name }) => `tenant.${name}`);
    const options = { tenantNumber, tables, asOwner: true, lifeMs: leftMs } as const;
    await this.#database.snapshot(context, cell, options, async (snapshot) => {
      const [moment] = await snapshot.query<Moment>(context, findMoment);
      if (!moment) {
        throw new Error('The snapshot of a cell gave no moment.');
      }
      const { pid, ...taken } = moment;
      await givingWay(context, sql, pid, stillAtIt, () => this.#copy(context, snapshot, taken));
    });
    return this.#writer.files;
  }

  /** Clients that gave an external id stand in control at a later moment than the cell's. */
  async #copy(context: CallContext, snapshot: Sql, taken: Omit<Moment, 'pid'>): Promise<void> {
    const { clients, controlTakenOnUtc } = await this.#copyControl(context);
    const fields = await snapshot.query<FieldKeys>(context, findKeys);
    for (const file of exportedFiles.filter(({ of }) => of === 'cell')) {
      const keys = fields.find(({ resource }) => resource === file.resource)?.keys ?? [];
      await this.#copyLines(context, snapshot, file, { keys, clients });
    }
    await this.#copyUploads(context, snapshot);
    const syncUntilUtc = await watermarks(context, snapshot);
    const { tenantId, organisationName } = this.#attempt;
    const manifest = {
      format: 1,
      tenantId,
      organisationName,
      ...taken,
      controlTakenOnUtc,
      files: this.#manifest,
      syncUntilUtc,
    };
    await this.#writer.write(context, 'manifest.json', [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
  }

  async #copyControl(context: CallContext): Promise<ControlMoment> {
    const { tenantId, tenantNumber, leftMs } = this.#attempt;
    return this.#database.snapshot(context, 'control', { tenantNumber, lifeMs: leftMs }, async (snapshot) => {
      const [moment] = await snapshot.query<ControlMoment>(context, findControlMoment.with({ tenantId }));
      if (!moment) {
        throw new Error('The snapshot of control gave no moment.');
      }
      for (const file of exportedFiles.filter(({ of }) => of === 'control')) {
        await this.#copyLines(context, snapshot, file, { tenantId });
      }
      return moment;
    });
  }

  async #copyLines(context: CallContext, snapshot: Sql, { name, lines }: ExportedFile, values: object): Promise<void> {
    const pages = rowsIn(context, snapshot, lines.with({ ...values }));
    const { file, ...plain } = await this.#writer.writeLines(context, name, pages);
    this.#manifest.push(lineOf(name, file, plain));
  }

  /** The files of marketing e-mails, which their lines name. A file is called after its mail, as names may be anything. */
  async #copyUploads(context: CallContext, snapshot: Sql): Promise<void> {
    for (const kept of await keptFiles(context, snapshot)) {
      const ending = /\.[a-z0-9]{1,10}$/i.exec(kept.fileName)?.[0].toLowerCase() ?? '';
      const content = contentOf(context, snapshot, kept, pieceBytes);
      const { name, bytes, sha256 } = await this.#writer.write(
        context,
        `marketing-email-${kept.mailId}${ending}`,
        content,
      );
      this.#manifest.push({ name, resource: 'marketing-emails', bytes, sha256 });
    }
  }
}

interface Moment {
  readonly pid: number;
  readonly takenOnUtc: string;
  readonly schemaVersion: number;
}

interface ControlMoment {
  readonly controlTakenOnUtc: string;
  /** The ids by which clients sign in, by those that records have of them. */
  readonly clients: Readonly<Record<string, string>>;
}

interface FieldKeys {
  readonly resource: number;
  readonly keys: readonly string[];
}

function lineOf(resource: string, { name, bytes, sha256 }: WrittenFile, plain: Omit<WrittenLines, 'file'>): object {
  return { name, resource, ...plain, gzipBytes: bytes, gzipSha256: sha256 };
}

async function watermarks(context: CallContext, snapshot: Sql): Promise<Readonly<Record<string, string>>> {
  const numbers = synchronisedNames.map((name) => synchronisedKinds[name].resource.number);
  const sent = exportWatermarks.with({ resources: numbers });
  const rows = await snapshot.query<{ resource: number; syncUntilUtc: string }>(context, sent);
  const byNumber = new Map(rows.map(({ resource, syncUntilUtc }) => [resource, syncUntilUtc]));
  return Object.fromEntries(synchronisedNames.map((name, at) => [name, byNumber.get(numbers[at] ?? 0) ?? '']));
}

// Every table of the tenant, so that none is changed in between.
const findTables = statement(
  'export_tables_of_tenant',
  `select relname::text as name from pg_class where relnamespace = ':schema'::regnamespace and relkind = 'r' order by relname`,
);

const findMoment = statement(
  'export_moment',
  `select pg_backend_pid() as pid, cell.utc(clock_timestamp()) as "takenOnUtc",
  (select version from cell.tenant_schema where tenant = :tenant) as "schemaVersion"`,
);

const findControlMoment = statement(
  'export_control_moment',
  `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "controlTakenOnUtc",
  coalesce((select json_object_agg(id, client_id) from control.api_client where tenant_id = :tenantId), '{}') as clients`,
);

const findKeys = statement(
  'export_field_keys',
  `select resource, array_agg(key::text order by display_order) as keys from tenant.custom_field where is_enabled group by resource`,
);
