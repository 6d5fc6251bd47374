import type { ReactNode } from 'react';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import type { Values } from '../forms/saving/merging.ts';

/** The activities that are written down most often, each by a button and a few fields. */
const quick = [
  { activityType: 'note', status: 'completed', only: ['subject', 'description'] },
  { activityType: 'call', status: 'completed', only: ['subject', 'direction', 'outcome'] },
  { activityType: 'task', status: 'plan', only: ['subject', 'dueOnUtc', 'priority'] },
] as const;

export function ActivityButtons({ initial }: { readonly initial: Values }): ReactNode {
  return quick.map(({ only, ...values }) => (
    <NewRecordButton
      key={values.activityType}
      list="activities"
      initial={{ ...initial, ...values }}
      label={values.activityType.replace(/^./, (letter) => letter.toUpperCase())}
      title={`New ${values.activityType}`}
      only={only}
    />
  ));
}
