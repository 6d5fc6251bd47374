export { requireMailFile } from './files/mail-file.ts';
export { MarketingEmailService } from './marketing-email-service.ts';
export { marketingEmails, type MarketingEmailColumns } from './marketing-emails.ts';
export { SenderService } from './sender-service.ts';
