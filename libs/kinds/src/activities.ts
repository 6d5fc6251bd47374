import { namedList } from '@rapport/http-contract';
import type { Steps } from './steps.ts';

/** The activities that are still to do. */
export const openActivityStatuses = ['plan', 'inProgress'] as const;

/** Each status has its place in this list, from 1, as its number. */
export const activityStatuses = namedList('ActivityStatusName', [...openActivityStatuses, 'completed', 'cancelled']);

export const stepsOfActivities: Steps<typeof activityStatuses> = {
  plan: ['inProgress', 'completed', 'cancelled'],
  inProgress: ['plan', 'completed', 'cancelled'],
  completed: ['inProgress'],
  cancelled: ['plan'],
};
