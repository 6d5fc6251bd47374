import { times } from '@rapport/config';

/** The times of the event bus. */
export interface EventBusTimes {
  readonly connectMs: number;
  /** For one publish, with every attempt. */
  readonly publishMs: number;
  /** For one answer of a broker. */
  readonly requestMs: number;
  /** How long the broker holds a request for events while there are none. */
  readonly fetchMs: number;
  readonly sessionMs: number;
  readonly heartbeatMs: number;
  readonly rebalanceMs: number;
  /** How long offsets are gathered before a commit. */
  readonly commitMs: number;
  /** After so long without progress another consumer takes the place of this one. */
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
