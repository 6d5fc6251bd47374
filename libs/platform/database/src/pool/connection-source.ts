import type { Connection } from '../wire/connection.ts';
import type { Purpose } from './connection-slot.ts';

/** The source of a sender's connections. */
export interface ConnectionSource {
  /** Runs `work` on a connection that suits the tenant, which is taken back when the work has ended. */
  use<T>(tenant: number | null, purpose: Purpose, work: (connection: Connection) => Promise<T>): Promise<T>;
}
