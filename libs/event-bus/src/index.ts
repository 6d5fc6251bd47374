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
