/** Whether the brokers know no topic of that name, or another topic has the name now. */
export function isTopicGone(error: unknown): boolean {
  return isAny(error, (one) => goneIds.has(idOf(one)) || saysUnknownTopic(one));
}

/** Whether the login has not the right to what was asked. */
export function isForbidden(error: unknown): boolean {
  return isAny(error, (one) => forbiddenIds.has(idOf(one)));
}

const forbiddenIds = new Set<unknown>(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED']);
const goneIds = new Set<unknown>(['UNKNOWN_TOPIC_OR_PARTITION', 'UNKNOWN_TOPIC_ID', 'INCONSISTENT_TOPIC_ID']);

/** Only the message of this error of @platformatic/kafka says that the brokers know no topic of that name. */
function saysUnknownTopic(error: Error): boolean {
  return error.message.startsWith('Unknown topic ');
}

/** The brokers' name of a failure, which @platformatic/kafka calls its id and kafkajs its type. */
function idOf(error: Error): unknown {
  if ('apiId' in error) {
    return error.apiId;
  }
  return error.name.startsWith('KafkaJS') && 'type' in error ? error.type : undefined;
}

/** Clients report several attempts, and several partitions, as one error with others in it. */
function isAny(error: unknown, fits: (one: Error) => boolean): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const inner: readonly unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  return fits(error) || inner.some((one) => isAny(one, fits)) || isAny(error.cause, fits);
}
