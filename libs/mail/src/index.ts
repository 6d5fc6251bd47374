export type { Delivery } from './delivery.ts';
export type { Attachment, InlineImage, Mail, MailAddress, OutgoingMail } from './mail.ts';
export { MailSender } from './mail-sender.ts';
export { MailTransport } from './mail-transport.ts';
export { mailVariables } from './mail-variables.ts';
export { pauseAfter } from './pause-after.ts';
export { mailSenderModule, postboxModule } from './module.ts';
export { Postbox } from './postbox.ts';
export { transportOf } from './transports/transport-of.ts';
