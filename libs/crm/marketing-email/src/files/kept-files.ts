import { statement } from '@rapport/database';
import { AppError } from '@rapport/kernel';
import type { RecordTransaction } from '@rapport/records';

/** Keeps the file of a mail that the transaction has made, where the files of the tenant have room for it. */
export async function keepFile(
  transaction: RecordTransaction,
  mailId: string,
  file: Uint8Array,
  bytesMax: number,
): Promise<void> {
  const kept = await transaction.rows(insertFile.with({ mailId, file, bytesMax }));
  if (kept.length === 0) {
    throw new AppError(
      'plan_limit_reached',
      `The files of marketing e-mails have ${bytesMax} bytes together at most; cancel mails whose files nobody needs, and send this one again.`,
    );
  }
}

/** A mail that was cancelled loses its file, unless another one needs it as template. Then the purge takes it when none does. */
export async function endFile(transaction: RecordTransaction, mailId: string): Promise<void> {
  await transaction.rows(takeFile.with({ mailId }));
}

/** No row where the bound would be passed: creates of a tenant change one row, so no two of them pass it together. */
const insertFile = statement(
  'marketing_file_insert',
  `with taken as (
  update tenant.marketing_storage set file_bytes = file_bytes + octet_length(:file::bytea)
  where file_bytes + octet_length(:file::bytea) <= :bytesMax::bigint returning true
)
insert into tenant.marketing_file (mail_id, content) select :mailId::uuid, :file::bytea from taken returning mail_id`,
);

/** It runs behind the tenant's lock, so no mail takes the file as template meanwhile. */
const takeFile = statement(
  'marketing_file_take',
  `with needed as materialized (
  select exists (select from tenant.marketing_email where template_id = :mailId::uuid and status not in ('sent', 'cancelled')) as is_template
),
left_there as (
  update tenant.marketing_file set kept_until = now() from needed where mail_id = :mailId and needed.is_template
),
gone as (
  delete from tenant.marketing_file using needed where mail_id = :mailId and not needed.is_template returning octet_length(content) as bytes
)
update tenant.marketing_storage set file_bytes = file_bytes - gone.bytes from gone`,
);
