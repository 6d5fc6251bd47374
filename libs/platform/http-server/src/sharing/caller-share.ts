import type { Exchange } from '../exchange.ts';
import { addressShare } from '../receiving/client-address.ts';

/** Whose share of a process a request takes. */
export interface CallerShare {
  readonly address: string;
  /** Empty where no guard has found a tenant. */
  readonly tenant: string;
}

/** The edge, through which callers come, replaces what they say of their address. */
export function callerAddress({ req }: Pick<Exchange, 'req'>): string {
  const said = req.headers['x-real-ip'];
  return addressShare(typeof said === 'string' ? said : (req.socket.remoteAddress ?? ''));
}

export function callerShare(exchange: Pick<Exchange, 'req' | 'notes'>): CallerShare {
  return { address: callerAddress(exchange), tenant: exchange.notes?.tenantId ?? '' };
}
