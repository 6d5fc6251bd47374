import type { IncomingMessage } from 'node:http';

const bytesMax = 16 * 1_048_576;
const deadlineMs = 5_000;

export function hasUnreadBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length'];
  const hasBody = req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  return hasBody && !req.complete;
}

/**
 * Takes in the rest of a body whose caller was answered already. Closing at once would reset the connection, and the
 * caller would never see the answer. A caller that sends too much or too slowly is cut off.
 */
export function drainBody(req: IncomingMessage): void {
  let left = bytesMax;
  const cut = (): void => void req.socket.destroy();
  const deadline = setTimeout(cut, deadlineMs);
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) {
      cut();
    }
  });
  req.on('close', () => clearTimeout(deadline));
  req.on('error', cut);
  req.resume();
}
