import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/** A file that is kept for a mail. */
export interface KeptFile {
  readonly mailId: string;
  readonly fileName: string;
  readonly bytes: number;
}

/** The files of all mails of a tenant. */
export async function keptFiles(context: CallContext, sql: Sql): Promise<KeptFile[]> {
  return sql.query<KeptFile>(context, listFiles);
}

/** The content of a file, piece by piece. */
export async function* contentOf(
  context: CallContext,
  sql: Sql,
  { mailId, bytes }: KeptFile,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  for (let place = 0; place < bytes; place += pieceBytes) {
    const sent = readPiece.with({ mailId, first: place + 1, pieceBytes });
    const [piece] = await sql.query<{ content: Buffer }>(context, sent);
    if (piece) {
      yield piece.content;
    }
  }
}

const listFiles = statement(
  'marketing_file_list',
  `select file.mail_id as "mailId", coalesce(mail.file_name, '') as "fileName", octet_length(file.content) as bytes
from tenant.marketing_file file join tenant.marketing_email mail on mail.id = file.mail_id order by file.mail_id`,
);

const readPiece = statement(
  'marketing_file_piece',
  'select substring(content from :first::int for :pieceBytes::int) as content from tenant.marketing_file where mail_id = :mailId::uuid',
);
