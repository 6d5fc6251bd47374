import type pg from 'pg';

/** What pg keeps of a session and can send on it; its own queries use no more than this, and its types do not tell of it. */
export interface DriverConnection {
  /** The texts of the statements that the session has prepared, by their names. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly WireValue[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(): void;
  sync(): void;
  close(message: { type: 'S'; name: string }): void;
}

/** A parameter as it is sent: as text, as bytes, or as null. */
export type WireValue = string | Buffer | null;

export function driverConnection(client: pg.Client): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection; // See DriverConnection.
}
