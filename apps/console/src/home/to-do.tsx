import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { sentenceAbout } from '../api/failure.ts';
import { Asked } from '../frame/asked.tsx';
import { nameOf } from '../lists/naming.ts';
import { RecordTable } from '../lists/record-table.tsx';
import { useList } from '../lists/use-list.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { useStep } from '../states/use-step.tsx';

/** The person's own activities that are due by the end of the day, the oldest first. Each is completed by one click. */
export function ToDo(): ReactNode {
  const person = usePerson();
  const { step, pending, error } = useStep('activities');
  const due = useList('activities', {
    pageSize: 50,
    ownerUserId: person.id,
    status: ['plan', 'inProgress'],
    sortBy: 'dueOnUtc',
    sortDirection: 'asc',
    filters: [{ field: 'dueOnUtc', operator: 'lte', value: endOfDay() }],
  });
  return (
    <section aria-label="To do">
      <h2>To do</h2>
      {error ? (
        <p className="problem" role="alert">
          {sentenceAbout(error)}
        </p>
      ) : null}
      <Asked of={due}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">Nothing is due today.</p>
          ) : (
            <RecordTable
              list="activities"
              label="To do"
              records={items}
              columns={['activityType', 'dueOnUtc', 'customerId']}
              {...(may(person, 'activities', 'step') && {
                acts: (record) => (
                  <Button
                    aria-label={`Complete ${nameOf('activities', record)}`}
                    isDisabled={pending?.id === record.id}
                    onPress={() => step({ id: record.id, state: 'completed' })}
                  >
                    Complete
                  </Button>
                ),
              })}
            />
          )
        }
      </Asked>
    </section>
  );
}

/** One moment all day long, so that the search stays as it is. */
function endOfDay(): string {
  const end = new Date();
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}
