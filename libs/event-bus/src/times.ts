import { times } from '@rapport/config';

/** How long the event bus waits for what, in milliseconds. */
export interface EventBusTimes {
  readonly connectMs: number;
  /** One publish, with every attempt. */
  readonly publishMs: number;
  /** One answer of a broker. */
  readonly requestMs: number;
  /** How long the broker holds a question for events while there are none. */
  readonly fetchMs: number;
  readonly sessionMs: number;
  readonly heartbeatMs: number;
  readonly rebalanceMs: number;
  /** How long offsets are gathered before they are committed. */
  readonly commitMs: number;
  /** After so long without progress a consumer is made anew. */
  readonly stallMs: number;
  readonly closeMs: number;
}

export const defaultTimes: EventBusTimes = {
  connectMs: times.kafkaConnectMs,
  publishMs: times.kafkaPublishMs,
  requestMs: times.kafkaRequestMs,
  fetchMs: times.kafkaFetchMs,
  sessionMs: times.kafkaSessionMs,
  heartbeatMs: times.kafkaHeartbeatMs,
  rebalanceMs: times.kafkaRebalanceMs,
  commitMs: times.kafkaCommitMs,
  stallMs: times.kafkaStallMs,
  closeMs: times.kafkaCloseMs,
};
