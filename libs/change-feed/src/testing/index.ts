export { kafkaBus, Listener, newTopic, quietTelemetry, until } from './test-bus.ts';
export { context, createTestCell, resource, type StoredChange, type TestCell, type TestTenant } from './test-cell.ts';
