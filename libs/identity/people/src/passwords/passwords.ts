import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalForm, type CallContext } from '@rapport/kernel';
import { HashQueue, type Hasher } from './hash-queue.ts';

/**
 * Hashes and compares passwords. A hash takes a core and 32 MB for a moment, so few run at a time in a process, and the
 * rest wait in a queue: people who sign in never take what machines need.
 */
export class Passwords {
  readonly #queue = new HashQueue();
  readonly #current: Omit<Parameters, 'salt'>;
  /** The hash that stands in where a password has none. It costs what a real one costs. */
  readonly #absent: Parameters & { hash: Buffer };

  /** The cost is a power of two. Tests that hash often for another reason take a small one. */
  constructor(cost = 2 ** 15) {
    this.#current = { cost, blockSize: 8, parallelism: 1 };
    this.#absent = { ...this.#current, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Throws where a password would find no place in the queue now. */
  requireRoom(hasher: Hasher): void {
    this.#queue.requireRoom(hasher);
  }

  /** Whether the password is the one that was hashed. Without a hash it is false after the same time. */
  async verify(_context: CallContext, hasher: Hasher, hash: string | undefined, password: string): Promise<boolean> {
    const kept = parse(hash ?? '') ?? this.#absent;
    const derived = await this.#queue.inTurn(hasher, () => derive(normalise(password), kept));
    return timingSafeEqual(derived, kept.hash) && kept !== this.#absent;
  }

  /** The salted hash with its parameters in front, so that they can be raised later. */
  async hash(_context: CallContext, hasher: Hasher, password: string): Promise<string> {
    const parameters = { ...this.#current, salt: randomBytes(saltBytes) };
    const hash = await this.#queue.inTurn(hasher, () => derive(normalise(password), parameters));
    const { cost, blockSize, parallelism, salt } = parameters;
    return [scheme, cost, blockSize, parallelism, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }
}

interface Parameters {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  readonly salt: Buffer;
}

/** The form in which passwords are compared: what one keyboard composes, another one sends as two characters. */
function normalise(password: string): string {
  return normalForm(password, 'NFKC');
}

function parse(text: string): (Parameters & { hash: Buffer }) | undefined {
  const [name, cost, blockSize, parallelism, salt = '', hash = ''] = text.split('$');
  if (name !== scheme || hash === '') {
    return undefined;
  }
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(password: string, { cost, blockSize, parallelism, salt }: Parameters): Promise<Buffer> {
  return scryptOf(password, salt, hashBytes, { N: cost, r: blockSize, p: parallelism, maxmem: bytesMax });
}

const scryptOf = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

const scheme = 'scrypt';
const saltBytes = 16;
const hashBytes = 32;
const bytesMax = 64 * 1024 * 1024;
