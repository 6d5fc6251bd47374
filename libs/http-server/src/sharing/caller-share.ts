import type { Exchange } from '../exchange.ts';
import { addressShare } from '../receiving/client-address.ts';

/** Whose share of a process a request takes. */
export interface CallerShare {
  readonly address: string;
  /** Empty where no guard has found a tenant. */
  readonly tenant: string;
}

/** The edge, through which callers come, replaces what they say of their address. */
export function callerShare({ req, notes }: Pick<Exchange, 'req' | 'notes'>): CallerShare {
  const said = req.headers['x-real-ip'];
  const address = typeof said === 'string' ? said : (req.socket.remoteAddress ?? '');
  return { address: addressShare(address), tenant: notes?.tenantId ?? '' };
}
