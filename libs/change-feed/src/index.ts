export { changeEvent, changesTopic, eventKey, type ChangeEvent } from './change-event.ts';
export { changeFeedStatements, type ChangeFeedStatements } from './change-feed-statements.ts';
export { ChangeFeedWorker, type ChangeFeedHealth, type ChangeFeedWorkerOptions } from './change-feed-worker.ts';
export { generatedFiles } from './generated-files.ts';
