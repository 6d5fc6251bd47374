export { SmtpSink } from './smtp-sink.ts';
export { SmtpServer, smtpPackages, type SmtpActs, type SmtpRule, type TakenMail } from './smtp-server.ts';
