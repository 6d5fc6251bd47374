import { request, type Agent } from 'node:http';
import type { Target } from '../attack.ts';

export interface Posted {
  readonly path: string;
  readonly token: 'token' | 'personToken';
  readonly body: Buffer;
}

/** The status of the answer, or 0 where the connection ended without one. */
export function post({ host, port, ...tokens }: Target, agent: Agent, { path, token, body }: Posted): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${tokens[token]}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const req = request({ host, port, agent, method: 'POST', path, headers }, (res) => {
      res.resume().on('close', () => resolve(res.statusCode ?? 0));
    });
    req.on('error', () => resolve(0));
    req.end(body);
  });
}
