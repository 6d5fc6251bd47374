export { MailingTenant, type MailCounts } from './mailing-tenant.ts';
export { zipOf, type ZipEntry } from './zip-of.ts';
