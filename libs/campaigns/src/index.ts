export { campaigns } from './campaigns.ts';
