export { changeEvent, changesTopic, changesTopicFor, eventKey } from './change-event.ts';
export { changeFeedStatements, type ChangeFeedStatements } from './change-feed-statements.ts';
export { ChangeFeedWorker, type ChangeFeedHealth } from './change-feed-worker.ts';
export { generatedFiles } from './generated-files.ts';
