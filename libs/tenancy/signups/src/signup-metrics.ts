import type { Metrics } from '@rapport/telemetry';
import type { SignupSettings } from './signup-variables.ts';

/** The metrics of sign-ups: how many there were, and how near the installation is to its limits. */
export class SignupMetrics {
  readonly countMade: () => void;
  readonly setUnverified: (count: number) => void;

  constructor(metrics: Metrics, settings: SignupSettings) {
    const made = metrics.counter({ name: 'signups_total', help: 'Companies that signed up.' });
    const unverified = metrics.gauge({
      name: 'signup_unverified_tenants',
      help: 'Open tenants of which no owner is verified, counted up to their limit.',
    });
    const limits = metrics.gauge({
      name: 'signup_limit',
      help: 'The limits of the installation: of sign-ups in an hour, and of open tenants that are not verified.',
      labelNames: ['limit'],
    });
    limits.set({ limit: 'hour' }, settings.SIGNUPS_IN_HOUR);
    limits.set({ limit: 'unverified' }, settings.UNVERIFIED_TENANTS_MAX);
    this.countMade = () => made.inc();
    this.setUnverified = (count) => unverified.set(count);
  }
}
