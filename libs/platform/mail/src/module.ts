import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Metrics, Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import type { MailAddress } from './mail.ts';
import { MailMetrics } from './mail-metrics.ts';
import { deliveriesAtOnce, MailSender } from './mail-sender.ts';
import { MailStore } from './mail-store.ts';
import { Postbox } from './postbox.ts';
import { transportOf } from './transports/transport-of.ts';

/** For services whose changes send mails. */
export const postboxModule = new ContainerModule(({ bind }) => {
  singleton(bind, MailStore, []);
  singleton(bind, Postbox, [MailStore]);
});

/** For the service that sends them, beside the module above. */
export function mailSenderModule(settings: {
  readonly MAIL_URL: string;
  readonly MAIL_FROM: MailAddress;
}): ContainerModule {
  const transport = transportOf({ url: settings.MAIL_URL, connections: deliveriesAtOnce });
  return new ContainerModule(({ bind }) => {
    singleton(bind, MailMetrics, [Metrics]);
    bind(MailSender)
      .toResolvedValue(
        (database, store, metrics, telemetry) =>
          new MailSender({ database, store, transport, from: settings.MAIL_FROM, metrics, telemetry }),
        [Database, MailStore, MailMetrics, Telemetry],
      )
      .inSingletonScope();
  });
}
