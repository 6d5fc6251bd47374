import { edgeConfiguration, type EdgeOptions } from '@rapport/edge';

/** The proxy behind the base address believes every caller's X-Forwarded-For. */
export function withoutTrueAddress(edge: EdgeOptions): string {
  return edgeConfiguration({ ...edge, trustedProxies: ['0.0.0.0/0', '::/0'] });
}
