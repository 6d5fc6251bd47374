import { apiClientTables } from '@rapport/api-clients';
import { auditTables } from '@rapport/audit';
import { invoiceTables } from '@rapport/billing';
import { deadLetterTables } from '@rapport/change-feed/tables';
import { ledgerTables, type TenantTable } from '@rapport/database';
import { deletionTables } from '@rapport/deletions';
import { exportTables } from '@rapport/exports';
import { requestKeyTables } from '@rapport/idempotency';
import { mailTables } from '@rapport/mail';
import { mailingTables } from '@rapport/marketing-email';
import { peopleTables } from '@rapport/people';
import { recordTables } from '@rapport/records';
import { cellWorkTables } from '@rapport/sagas';
import { sessionTables } from '@rapport/sessions';
import { signInTables } from '@rapport/sign-in';
import { signupTables } from '@rapport/signups';
import { subscriptionTables } from '@rapport/subscriptions';
import { tenantTables } from '@rapport/tenants';
import { tokenAuditTables } from '@rapport/token-audit';
import { usageTables } from '@rapport/usage';

/** Every table of control and cells that has rows of tenants. Those that refer to others stand before them. */
export const tablesOfTenants: readonly TenantTable[] = [
  recordTables,
  deadLetterTables,
  mailingTables,
  ledgerTables,
  cellWorkTables,
  exportTables,
  mailTables,
  requestKeyTables,
  tokenAuditTables,
  usageTables,
  signupTables,
  subscriptionTables,
  signInTables,
  sessionTables,
  apiClientTables,
  peopleTables,
  auditTables,
  invoiceTables,
  deletionTables,
  tenantTables,
].flat();
