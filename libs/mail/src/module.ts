import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Metrics, Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { MailMetrics } from './mail-metrics.ts';
import { MailSender } from './mail-sender.ts';
import { MailStore } from './mail-store.ts';
import { MailTransport } from './mail-transport.ts';
import { Postbox } from './postbox.ts';
import { transportOf } from './transports/transport-of.ts';

/** For services whose changes send mails. */
export const postboxModule = new ContainerModule(({ bind }) => {
  singleton(bind, MailStore, []);
  singleton(bind, Postbox, [MailStore]);
});

/** For the service that sends them, beside the module above. */
export function mailSenderModule(settings: { readonly MAIL_URL: string; readonly MAIL_FROM: string }): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(MailTransport).toConstantValue(transportOf({ url: settings.MAIL_URL, from: settings.MAIL_FROM }));
    singleton(bind, MailMetrics, [Metrics]);
    singleton(bind, MailSender, [Database, MailStore, MailTransport, MailMetrics, Telemetry]);
  });
}
