export { ChangesTopic } from './changes-topic.ts';
export { until } from './test-bus.ts';
export { createTestCell, type TestCell, type TestTenant } from './test-cell.ts';
