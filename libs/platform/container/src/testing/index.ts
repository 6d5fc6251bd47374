export { actingAs, connectProcesses, operator, type Compose, type Processes } from './processes.ts';
export { Stage } from './stage.ts';
