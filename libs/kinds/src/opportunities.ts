import { namedList } from '@rapport/http-contract';
import type { Steps } from './steps.ts';

/** The stages of deals that may still be won, in the order of the pipeline. */
export const openStages = ['prospecting', 'qualification', 'proposal', 'negotiation'] as const;

export const wonStage = 'closedWon';
export const closedStages = [wonStage, 'closedLost'] as const;

export const opportunityStages = namedList('OpportunityStage', [...openStages, ...closedStages]);

type Stage = (typeof opportunityStages)[number];

/** How probable the success of an opportunity is at each stage, in percent, unless a caller says otherwise. */
export const probabilities: Readonly<Record<Stage, number>> = {
  prospecting: 10,
  qualification: 20,
  proposal: 50,
  negotiation: 80,
  closedWon: 100,
  closedLost: 0,
};

/** A closed deal is opened again, and never closed in another way. */
export const stepsOfOpportunities: Steps<typeof opportunityStages> = {
  prospecting: without('prospecting'),
  qualification: without('qualification'),
  proposal: without('proposal'),
  negotiation: without('negotiation'),
  closedWon: openStages,
  closedLost: openStages,
};

function without(stage: Stage): Stage[] {
  return opportunityStages.filter((other) => other !== stage);
}
