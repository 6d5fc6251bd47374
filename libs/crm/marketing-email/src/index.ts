export { generatedFiles } from './generated-files.ts';
export { contentOf, keptFiles, type KeptFile } from './files/read-files.ts';
export { requireMailContent } from './files/mail-file.ts';
export {
  MarketingEmailService,
  type MarketingEmailColumns,
  type MarketingEmailOptions,
} from './marketing-email-service.ts';
export { marketingTransport, sendingVariables, supplierVariables } from './sending/sending-variables.ts';
export { MarketingMailer, type SendingRates } from './sending/marketing-mailer.ts';
export { mailingTables } from './sending/tenant-turns.ts';
export { senderRows, SenderService } from './sender-service.ts';
export { SuppressionList, suppressionRows } from './unsubscribing/suppression-list.ts';
export { UnsubscribeLinks, type LinkedRecipient } from './unsubscribing/unsubscribe-links.ts';
export { unsubscribeVariables } from './unsubscribing/unsubscribe-variables.ts';
export { Unsubscribing } from './unsubscribing/unsubscribing.ts';
