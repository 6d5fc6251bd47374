import type { Platform } from '@rapport/container';
import { bindPeople } from '@rapport/people/testing';
import { bindSubscriptions, type BillingSettings } from '@rapport/subscriptions/testing';
import { usageModule } from '@rapport/usage';
import type { Container } from 'inversify';
import { tenantsModule } from '../module.ts';

/** The parts of a process that makes tenants. */
export function bindTenants(platform: Platform, settings: Partial<BillingSettings>): Container {
  const container = bindSubscriptions(platform, settings);
  bindPeople(container);
  container.load(usageModule([]), tenantsModule);
  return container;
}
