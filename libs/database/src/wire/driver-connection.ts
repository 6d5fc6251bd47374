import type pg from 'pg';
import { MessageReader, type BackendMessage } from './message-reader.ts';

/** What pg keeps of a session and can send on it; its own queries use no more than this, and its types do not tell of it. */
export interface DriverConnection {
  /** The texts of the statements that the session has prepared, by their names. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  /** Begins to read from a socket: at once, and once more where the connection becomes an encrypted one. */
  attachListeners(stream: Pick<NodeJS.EventEmitter, 'on'>): void;
  emit(name: string, message: BackendMessage): void;
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

/** Has the session's messages read by ours. pg gives the message of an error another name than that of its event. */
export function readRowsLazily(client: pg.Client): void {
  const connection = driverConnection(client);
  connection.attachListeners = (stream) => {
    const reader = new MessageReader((message) =>
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
    );
    stream.on('data', (chunk: Buffer) => reader.read(chunk));
  };
}
