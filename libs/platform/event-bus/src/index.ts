export {
  EventBus,
  type EventBatch,
  type EventBusHealth,
  type OutgoingEvent,
  type ReceivedEvent,
  type RunningSubscription,
  type Subscription,
  type TopicDefinition,
} from './event-bus.ts';
export { KafkaEventBus } from './kafka-event-bus.ts';
export { kafkaAccess, type KafkaAccess, type KafkaLogin } from './kafka-access.ts';
export { kafkaClient, kafkaClientNames, type KafkaClientName } from './kafka-clients.ts';
