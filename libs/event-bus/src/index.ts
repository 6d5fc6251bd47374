export {
  EventBus,
  type EventBatch,
  type EventBusHealth,
  type OutgoingEvent,
  type ReceivedEvent,
  type RunningSubscription,
  type Subscription,
  type SubscriptionHealth,
  type TopicDefinition,
} from './event-bus.ts';
export { EventBusFailure } from './event-bus-failure.ts';
export { KafkaEventBus, type KafkaEventBusOptions } from './kafka-event-bus.ts';
