/** Redis did not answer in time or is known to be away. The caller goes on without it. */
export class RedisAway extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Redis is away: ${reason}`, { cause });
    this.name = 'RedisAway';
  }
}
