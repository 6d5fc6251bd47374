import { addressKey, AppError } from '@rapport/kernel';

/** Who needs a hash: a caller's address, as the limits count it, and the e-mail address whose password it is. */
export type Hasher = { readonly address: string; readonly email: string } | 'operators';

/** A hash found no place to wait, and nothing was done. */
export class HashQueueFull extends AppError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super('service_unavailable', 'Too many passwords are being checked here at once; try again.', {
      headers: { 'retry-after': '1' },
    });
  }
}

/**
 * Two hashes run at a time. The others wait, a few of each person and of each address, and addresses take turns: however
 * many hashes one of them needs, another one waits for one of those at most before its own.
 */
export class HashQueue {
  #running = 0;
  /** By address. The one that had its turn goes behind the others. */
  readonly #lines = new Map<string, Waiting[]>();

  get waiting(): number {
    return this.#all().length;
  }

  async inTurn<T>(hasher: Hasher, work: () => Promise<T>): Promise<T> {
    await this.#enter(hasher);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Throws where a hash would find no place now, so that a caller need not prepare one for nothing. */
  requireRoom(hasher: Hasher): void {
    const { address, person } = lineOf(hasher);
    const all = this.#all();
    const ofAddress = this.#lines.get(address)?.length ?? 0;
    const isTooMany = hasher !== 'operators' && (ofAddress >= ofAddressMax || countOf(all, person) >= ofPersonMax);
    if (isTooMany || all.length >= waitingMax) {
      throw new HashQueueFull();
    }
  }

  #enter(hasher: Hasher): Promise<void> | undefined {
    if (this.#running < runningMax) {
      this.#running += 1;
      return undefined;
    }
    this.requireRoom(hasher);
    const { address, person } = lineOf(hasher);
    const line = this.#lines.get(address) ?? [];
    return new Promise((resolve) => {
      line.push({ person, enter: resolve });
      this.#lines.set(address, line);
    });
  }

  /** The place of one that is done goes to the next, so that a newcomer cannot slip in between. */
  #leave(): void {
    const [turn] = this.#lines;
    if (!turn) {
      this.#running -= 1;
      return;
    }
    const [address, [next, ...others]] = turn;
    this.#lines.delete(address);
    if (others.length > 0) {
      this.#lines.set(address, others);
    }
    next?.enter();
  }

  #all(): Waiting[] {
    return [...this.#lines.values()].flat();
  }
}

interface Waiting {
  readonly person: string;
  readonly enter: () => void;
}

/** An e-mail address that is no person's waits as one that is, so that the queue does not tell which are known. */
function lineOf(hasher: Hasher): { readonly address: string; readonly person: string } {
  return hasher === 'operators'
    ? { address: '', person: '' }
    : { address: hasher.address, person: addressKey(hasher.email) };
}

function countOf(all: readonly Waiting[], person: string): number {
  return all.filter((waiting) => waiting.person === person).length;
}

const runningMax = 2;
const ofPersonMax = 2;
const ofAddressMax = 4;
/** As many as two of them get done within the wait of a patient person. */
const waitingMax = 64;
