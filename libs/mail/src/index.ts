export type { Mail } from './mail.ts';
export { MailSender } from './mail-sender.ts';
export { MailTransport } from './mail-transport.ts';
export { mailVariables } from './mail-variables.ts';
export { mailSenderModule, postboxModule } from './module.ts';
export { Postbox } from './postbox.ts';
