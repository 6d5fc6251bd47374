import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';

/** The other side of `startProgram`: what a competent engineer writes in ten minutes with Express, and nothing more. */
export function serveBare<Instructions>(routes: (app: Express, instructions: Instructions) => void): void {
  process.once('message', (instructions: Instructions) => {
    const app = express();
    app.disable('etag');
    routes(app, instructions);
    const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  });
  process.once('disconnect', () => process.exit(0));
}
