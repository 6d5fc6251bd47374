export { requireMailFile } from './files/mail-file.ts';
export { MarketingEmailService } from './marketing-email-service.ts';
export { marketingEmails, type MarketingEmailColumns } from './marketing-emails.ts';
export { SenderService } from './sender-service.ts';
export { SuppressionList } from './unsubscribing/suppression-list.ts';
export { UnsubscribeLinks, type LinkedRecipient } from './unsubscribing/unsubscribe-links.ts';
export { unsubscribeVariables } from './unsubscribing/unsubscribe-variables.ts';
export { Unsubscribing } from './unsubscribing/unsubscribing.ts';
