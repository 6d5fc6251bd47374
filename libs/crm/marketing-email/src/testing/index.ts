export { MailingTenant, type MailCounts } from './mailing-tenant.ts';
export { noteSent, type SentMail } from './sent-mail.ts';
export { zipOf, type ZipEntry } from './zip-of.ts';
