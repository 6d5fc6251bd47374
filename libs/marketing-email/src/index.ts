export { requireMailContent } from './files/mail-file.ts';
export { MarketingEmailService } from './marketing-email-service.ts';
export { marketingEmails, type MarketingEmailColumns } from './marketing-emails.ts';
export { messageTo, prepareMail, type MailParts, type PreparedMail, type Recipient } from './message/prepared-mail.ts';
export { SenderService } from './sender-service.ts';
export { SuppressionList } from './unsubscribing/suppression-list.ts';
export { UnsubscribeLinks, type LinkedRecipient } from './unsubscribing/unsubscribe-links.ts';
export { unsubscribeVariables } from './unsubscribing/unsubscribe-variables.ts';
export { Unsubscribing } from './unsubscribing/unsubscribing.ts';
