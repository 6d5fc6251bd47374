import { parentPort, workerData } from 'node:worker_threads';

/** Writes as fast as it can until it is ended, in a thread of its own that does not hold up the measuring one. */
const { url, token, writers } = workerData as { url: string; token: string; writers: number };
const request = {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'A customer' }),
};

await Promise.all(
  Array.from({ length: writers }, async () => {
    for (;;) {
      const answer = await fetch(url, request);
      await answer.arrayBuffer();
      parentPort?.postMessage(answer.status);
    }
  }),
);
