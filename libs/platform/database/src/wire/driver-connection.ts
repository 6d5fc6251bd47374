import type pg from 'pg';
import { MessageReader, type BackendMessage } from './message-reader.ts';

/** A connection as pg keeps it and sends on it. Its own queries use no more than this; its types leave it out. */
export interface DriverConnection {
  /** The texts of the statements that are prepared on the connection, by their names. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  /** Begins to read from a socket. pg calls it at once, and again where the connection becomes an encrypted one. */
  attachListeners(stream: Pick<NodeJS.EventEmitter, 'on'>): void;
  emit(name: string, message: BackendMessage): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly WireValue[]; binary?: boolean }): void;
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

/** Has our reader read the connection's messages. pg's event for an error has another name than the message. */
export function readRowsLazily(client: pg.Client): void {
  const connection = driverConnection(client);
  connection.attachListeners = (stream) => {
    const reader = new MessageReader((message) =>
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
    );
    stream.on('data', (chunk: Buffer) => reader.read(chunk));
  };
}
