import type { ReactNode } from 'react';
import { isFailure } from '../api/failure.ts';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { isOwner, usePerson } from '../signing-in/person.tsx';
import { ChangesSection } from './changes-section.tsx';
import { ExportsSection } from './exports-section.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { RenameButton } from './rename-button.tsx';
import { UsageSection } from './usage-section.tsx';
import { useTenant } from './use-tenant.ts';
import { VerificationNote } from './verification-note.tsx';

/** Owners run the subscription of their organisation here. */
export function SubscriptionPage(): ReactNode {
  const person = usePerson();
  return isOwner(person) ? <Subscription /> : <ForOwners sentence="The owners of your organisation see this page." />;
}

/** All that an organisation shows while it is closed: its owners get the way back, others a sentence. */
export function ClosedOrganisation({ sentence }: { readonly sentence: string }): ReactNode {
  const { error } = useTenant();
  return isFailure(error) && (error.status === 403 || error.status === 404) ? (
    <ForOwners sentence={`${sentence} Ask an owner of your organisation.`} />
  ) : (
    <Subscription note={sentence} />
  );
}

function ForOwners({ sentence }: { readonly sentence: string }): ReactNode {
  const title = useTitle('Subscription');
  return (
    <main>
      <h1>{title}</h1>
      <p>{sentence}</p>
    </main>
  );
}

function Subscription({ note }: { readonly note?: string }): ReactNode {
  const title = useTitle('Subscription');
  const asked = useTenant();
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
      </header>
      {note !== undefined && <p className="failed">{note}</p>}
      <Asked of={asked}>
        {(tenant) => (
          <>
            <p className="bar">
              <span dir="auto">{tenant.organisationName}</span>
              <RenameButton name={tenant.organisationName} />
            </p>
            <VerificationNote tenant={tenant} />
            <PlanSection tenant={tenant} />
            <UsageSection />
            <InvoicesSection />
            {tenant.provisioning === null && <ExportsSection />}
            <ChangesSection tenant={tenant} />
          </>
        )}
      </Asked>
    </main>
  );
}
