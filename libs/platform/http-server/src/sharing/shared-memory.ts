import type { CallerShare } from './caller-share.ts';

/** Bytes that are held for one caller. */
export interface Held {
  /** Says that the bytes have to be given up. */
  readonly lost: AbortSignal;
  /** One more part of them is there. */
  grow(bytes: number): void;
  release(): void;
}

interface Piece extends CallerShare {
  bytes: number;
  loss?: AbortController;
}

/**
 * Memory for what comes from callers slowly or goes to them slowly. There are no shares as long as it suffices. Where it does not, the
 * tenant that holds most of it loses, of its addresses the one that holds most, and of that the largest piece: so a caller
 * that holds little loses nothing to one that holds much.
 */
export class SharedMemory {
  readonly #bytesMax: number;
  readonly #pieces = new Set<Piece>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  hold({ tenant, address }: CallerShare): Held {
    const piece: Piece = { tenant, address, bytes: 0 };
    this.#pieces.add(piece);
    return {
      get lost() {
        return (piece.loss ??= new AbortController()).signal;
      },
      grow: (bytes) => {
        if (this.#pieces.has(piece)) {
          piece.bytes += bytes;
          this.#bytes += bytes;
          this.#makeRoom();
        }
      },
      release: () => this.#drop(piece),
    };
  }

  #makeRoom(): void {
    while (this.#bytes > this.#bytesMax) {
      const ofTenant = largest(Map.groupBy(this.#pieces, ({ tenant }) => tenant).values());
      const ofAddress = largest(Map.groupBy(ofTenant, ({ address }) => address).values());
      const lost = ofAddress.reduce((most, piece) => (piece.bytes > most.bytes ? piece : most));
      this.#drop(lost);
      (lost.loss ??= new AbortController()).abort();
    }
  }

  #drop(piece: Piece): void {
    if (this.#pieces.delete(piece)) {
      this.#bytes -= piece.bytes;
    }
  }
}

/** Of pieces in groups, the group that holds most. */
function largest(groups: Iterable<readonly Piece[]>): readonly Piece[] {
  let most: readonly Piece[] = [];
  let mostBytes = -1;
  for (const group of groups) {
    const bytes = group.reduce((sum, piece) => sum + piece.bytes, 0);
    if (bytes > mostBytes) {
      [most, mostBytes] = [group, bytes];
    }
  }
  return most;
}
