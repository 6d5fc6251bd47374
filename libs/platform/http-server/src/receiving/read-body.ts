import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, serviceUnavailable } from '@rapport/kernel';
import type { Held } from '../sharing/shared-memory.ts';

/** The caller went away or was too slow, so no answer can reach it. */
export class CallerGone extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CallerGone';
  }
}

export interface BodyLimits {
  readonly bytesMax: number;
  /** The time that the caller may stay behind the least rate. */
  readonly behindMs: number;
  /** Memory for what has come of the body. */
  readonly held: Held;
}

/** 64 kbit/s, as the edge asks for the beginning of a body. A caller that sends a byte now and then is slower. */
const bytesPerMsMin = 8;

/** Reads a body of a bounded size at a least rate. A declared size that is too large is refused before any reading. */
export function readBody(req: IncomingMessage, res: ServerResponse, limits: BodyLimits): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limits.bytesMax) {
    return Promise.reject(tooLarge(limits.bytesMax));
  }
  if (req.destroyed) {
    return Promise.reject(new CallerGone('the caller closed the connection before the body was read'));
  }
  if (req.headers.expect !== undefined) {
    res.writeContinue();
  }
  return req.complete && req.readableLength <= limits.bytesMax ? Promise.resolve(takeWhole(req)) : collect(req, limits);
}

/** A body that came with its headers is there already when the guards have passed, so nothing is left to wait for. */
function takeWhole(req: IncomingMessage): Buffer {
  const body: unknown = req.read();
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function collect(req: IncomingMessage, { bytesMax, behindMs, held }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (outcome: Buffer | Error): void => {
      clearTimeout(timer);
      held.lost.removeEventListener('abort', onLost);
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      if (outcome instanceof Error) {
        reject(outcome);
      } else {
        resolve(outcome);
      }
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > bytesMax) {
        finish(tooLarge(bytesMax));
      } else {
        held.grow(chunk.length);
      }
    };
    const onEnd = (): void => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    const onGone = (): void => finish(new CallerGone('the caller closed the connection in the middle of the body'));
    const onLost = (): void => finish(noRoom());
    const began = performance.now();
    const judge = (): void => {
      const leftMs = began + behindMs + size / bytesPerMsMin - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(judge, leftMs);
      } else {
        finish(new CallerGone('the body came too slowly'));
      }
    };
    let timer = setTimeout(judge, behindMs);
    held.lost.addEventListener('abort', onLost);
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

export function noRoom(): AppError {
  return serviceUnavailable('Too much is being sent to this process at the moment; nothing was done. Try again.');
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('payload_too_large', `The body is larger than ${bytesMax} bytes.`);
}
