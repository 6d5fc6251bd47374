import { shiftClock } from './shifted-clock.ts';

/** The first token service is on a machine whose clock is a minute ahead, the second on one whose clock is a minute behind. */
shiftClock(process.env['SERVICE_INSTANCE'] === '1' ? 60_000 : -60_000);
await import('@rapport/token-service');
