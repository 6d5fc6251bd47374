import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { randomBase62 } from '@rapport/kernel';

export interface Login {
  readonly password: string;
  readonly passwordHash: string;
}

/** A password for the first sign-in, and its hash. It takes a while, so callers make it before a transaction begins. */
export async function newLogin(): Promise<Login> {
  const password = randomBase62(20);
  return { password, passwordHash: await hashPassword(password) };
}

/** The salted scrypt hash of a password, with its parameters in front, so that they can be raised later. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, 32, {
    N: cost,
    r: blockSize,
    p: parallelism,
    maxmem: 64 * 1024 * 1024,
  });
  return `scrypt$${cost}$${blockSize}$${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const cost = 2 ** 15;
const blockSize = 8;
const parallelism = 1;
