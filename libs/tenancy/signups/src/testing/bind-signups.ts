import type { Platform } from '@rapport/container';
import { FailureLog } from '@rapport/rate-limit';
import type { BillingSettings } from '@rapport/subscriptions/testing';
import { bindTenants } from '@rapport/tenants/testing';
import type { Container } from 'inversify';
import { signupsModule } from '../module.ts';
import type { SignupSettings } from '../signup-variables.ts';

/** The parts of a process at which companies sign up. */
export function bindSignups(platform: Platform, settings: Partial<SignupSettings & BillingSettings>): Container {
  const container = bindTenants(platform, settings);
  container.bind(FailureLog).toConstantValue(new FailureLog(platform.redis, platform.telemetry.metrics));
  container.load(signupsModule(Buffer.alloc(32, 1), { ...manySignups, ...settings }));
  return container;
}

/** Bounds that no test reaches which sets none. */
export const manySignups: SignupSettings = {
  SIGNUPS_PER_ADDRESS_IN_HOUR: 1_000_000,
  SIGNUPS_PER_IPV6_NETWORK_IN_HOUR: 1_000_000,
  SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY: 1_000_000,
  SIGNUPS_PER_EMAIL_IN_DAY: 1_000_000,
  SIGNUPS_IN_HOUR: 1_000_000,
  UNVERIFIED_TENANTS_MAX: 1_000_000,
  UNVERIFIED_TENANTS_PER_NETWORK_MAX: 1_000_000,
};
