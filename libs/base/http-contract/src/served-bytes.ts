/** The media types of bytes. */
export type ByteType = 'application/gzip' | 'application/json' | 'application/octet-stream';

/** A body of bytes that is read while it leaves, so that no process holds the whole of it. */
export interface ServedBytes {
  readonly mediaType: ByteType;
  readonly length: number;
  /** A strong validator, in its quotes: bytes of one tag are the same, so that a caller can put parts together. */
  readonly etag: string;
  /** Reads from a place on, in pieces of 256 kB at most. The next one is asked for when the one before has left. */
  readonly from: (place: number) => AsyncIterable<Uint8Array>;
}
