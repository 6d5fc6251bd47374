export { activityStatuses, openActivityStatuses, stepsOfActivities } from './activities.ts';
export { leadStatuses, openLeadStatuses, stepsOfLeads } from './leads.ts';
export {
  closedStages,
  openStages,
  opportunityStages,
  probabilities,
  stepsOfOpportunities,
  wonStage,
} from './opportunities.ts';
