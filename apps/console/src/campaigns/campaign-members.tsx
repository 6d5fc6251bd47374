import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { recordsChanged } from '../api/queries.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { Asked } from '../frame/asked.tsx';
import { FoundCount, PageButtons } from '../lists/list-page.tsx';
import { nameOf } from '../lists/naming.ts';
import { RecordTable } from '../lists/record-table.tsx';
import { deleteRecord, type AnyRecord } from '../lists/records.ts';
import { useList } from '../lists/use-list.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { RecordLink } from '../values/references.tsx';
import { inWords } from '../words/labels.ts';
import { AddMembersButton } from './add-members.tsx';
import { addMembers, memberStatuses, targetOf, targets } from './targets.ts';
import { useSettled } from './use-settled.ts';

/** Those whom a campaign addresses. */
export function CampaignMembers({ campaignId }: { readonly campaignId: string }): ReactNode {
  const person = usePerson();
  const isOffered = may(person, 'campaignMembers', 'search');
  const mayAdd = may(person, 'campaignMembers', 'add');
  const [words, setWords] = useState('');
  const [pageNumber, setPageNumber] = useState(1);
  const searchText = useSettled(words);
  const search = { campaignId, pageSize: 20, pageNumber, ...(searchText && { searchText }) };
  const found = useList('campaignMembers', search, { isAsked: isOffered });
  return (
    isOffered && (
      <section aria-label="Members">
        <div className="head">
          <h2>Members</h2>
          {mayAdd && <AddMembersButton campaignId={campaignId} />}
        </div>
        <input
          type="search"
          aria-label="Search members"
          placeholder="Search members"
          maxLength={200}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setPageNumber(1);
          }}
        />
        <Asked of={found}>
          {(page) => (
            <>
              <FoundCount page={page} />
              <RecordTable
                list="campaignMembers"
                label="Members"
                records={page.items}
                columns={['memberType', 'email', ...(mayAdd ? [] : ['status']), 'firstRespondedOnUtc']}
                name={(member) => <MemberName member={member} />}
                {...(mayAdd && { acts: (member) => <MemberActs campaignId={campaignId} member={member} /> })}
              />
              <PageButtons page={page} onPage={setPageNumber} />
            </>
          )}
        </Asked>
      </section>
    )
  );
}

function MemberName({ member }: { readonly member: AnyRecord }): ReactNode {
  const { target, id } = targetOf(member) ?? {};
  return target === undefined || id === undefined || member['memberName'] === null ? (
    <span className="hidden-name">Not visible to you</span>
  ) : (
    <RecordLink list={targets[target].list} id={id} name={nameOf('campaignMembers', member)} />
  );
}

interface MemberActsProps {
  readonly campaignId: string;
  readonly member: AnyRecord;
}

function MemberActs({ campaignId, member }: MemberActsProps): ReactNode {
  const person = usePerson();
  const act = useAct();
  const target = member['memberName'] === null ? undefined : targetOf(member);
  const name = nameOf('campaignMembers', member);
  const change = (run: () => Promise<unknown>): void =>
    act.run(async () => {
      await run();
      await recordsChanged();
    });
  return (
    <>
      <Sentence error={act.error} />
      {target ? (
        <select
          aria-label={`Status of ${name}`}
          value={String(member['status'])}
          onChange={({ target: { value: status } }) =>
            change(() =>
              addMembers({ campaignId, [targets[target.target].ids]: [target.id], status }, crypto.randomUUID()),
            )
          }
        >
          {memberStatuses.map((status) => (
            <option key={status} value={status}>
              {inWords(status)}
            </option>
          ))}
        </select>
      ) : (
        inWords(String(member['status']))
      )}
      {may(person, 'campaignMembers', 'delete') && (
        <Button
          className="grave"
          aria-label={`Remove ${name}`}
          isPending={act.isRunning}
          onPress={() => change(() => deleteRecord('campaignMembers', member.id))}
        >
          Remove
        </Button>
      )}
    </>
  );
}
