import { shiftClock } from './shifted-clock.ts';

/** The token service on a machine whose clock is a minute behind. */
shiftClock(-60_000);
await import('@rapport/token-service');
