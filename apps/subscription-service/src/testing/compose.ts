import type { Platform } from '@rapport/container';
import { Passwords } from '@rapport/people';
import { quickCost } from '@rapport/people/testing';
import { manySignups } from '@rapport/signups/testing';
import type { Container } from 'inversify';
import { createContainer } from '../container.ts';

/** The parts of a process of the service. */
export function compose(platform: Platform): Container {
  const container = createContainer(keys, platform);
  container.rebind(Passwords).toConstantValue(new Passwords(quickCost));
  return container;
}

const keys = {
  ...manySignups,
  CLIENT_ID_KEY: Buffer.alloc(32, 1),
  EVENT_RETENTION_DAYS: 7,
  INVOICE_PAYMENT_TEXT: 'Pay to the account 1.',
  ISSUER: 'http://127.0.0.1:1',
  KEY_ENCRYPTION_KEY: { k: Buffer.alloc(32, 4) },
  SECRET_PEPPERS: { p: Buffer.alloc(32, 2) },
};
