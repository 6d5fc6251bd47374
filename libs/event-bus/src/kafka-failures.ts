/** The topic is not there any more, or another of its name is. */
export class TopicGone extends Error {
  constructor(topic: string, cause?: unknown) {
    super(`The topic ${topic} is gone.`, { cause });
    this.name = 'TopicGone';
  }
}

export function isTopicGone(error: unknown): boolean {
  return some(error, (one) => one instanceof TopicGone || goneIds.has(idOf(one)) || saysUnknownTopic(one));
}

export function isOutOfRange(error: unknown): boolean {
  return some(error, (one) => idOf(one) === 'OFFSET_OUT_OF_RANGE');
}

export function isTopicThere(error: unknown): boolean {
  return some(error, (one) => idOf(one) === 'TOPIC_ALREADY_EXISTS');
}

/** Whether a broker refused what it was asked, and so is there. */
export function isRefusal(error: unknown): boolean {
  return some(error, (one) => one instanceof TopicGone || idOf(one) !== undefined || saysUnknownTopic(one));
}

const goneIds = new Set<unknown>(['UNKNOWN_TOPIC_OR_PARTITION', 'UNKNOWN_TOPIC_ID', 'INCONSISTENT_TOPIC_ID']);

/** The client says in words alone that the brokers know no topic of a name. */
function saysUnknownTopic(error: Error): boolean {
  return error.message.startsWith('Unknown topic ');
}

/** The brokers' name of a failure. */
function idOf(error: Error): unknown {
  return 'apiId' in error ? error.apiId : undefined;
}

/** The client tells of several attempts, and of several partitions, as one error with others in it. */
function some(error: unknown, holds: (error: Error) => boolean): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return holds(error) || inner.some((one) => some(one, holds)) || some(error.cause, holds);
}
