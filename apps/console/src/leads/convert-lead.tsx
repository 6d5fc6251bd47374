import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { isFailure } from '../api/failure.ts';
import { recordsChanged } from '../api/queries.ts';
import { ModalDialog } from '../forms/modal-dialog.tsx';
import { Once } from '../forms/saving/once.ts';
import { Asked } from '../frame/asked.tsx';
import type { AnyRecord } from '../lists/records.ts';
import { may, mayCall, usePerson } from '../signing-in/person.tsx';
import { isFinal } from '../states/next-states.ts';
import { ConversionForm } from './conversion-form.tsx';
import { convert, previewOf, type Conversion } from './conversion.ts';

/** Makes a customer, a contact and an opportunity of a lead, where the person may do that. */
export function ConvertLead({ lead }: { readonly lead: AnyRecord }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isOffered = mayCall(usePerson(), 'executeLeadConversion') && !isFinal('leads', lead);
  return (
    <>
      {isOffered && <Button onPress={() => setOpen(true)}>Convert lead</Button>}
      {isOpen && <ConversionDialog leadId={lead.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConversionDialog({ leadId, onClose }: { readonly leadId: string; readonly onClose: () => void }): ReactNode {
  const person = usePerson();
  const navigate = useNavigate();
  const [once] = useState(() => new Once(convert));
  const [isRenewed, setRenewed] = useState(false);
  const preview = useQuery({
    queryKey: ['conversion', leadId],
    queryFn: () => previewOf(leadId),
    gcTime: 0,
    staleTime: Infinity,
  });
  const run = async (conversion: Conversion): Promise<void> => {
    const converted = await once.send(conversion).catch(async (error: unknown) => {
      if (!isFailure(error, 'concurrency_conflict')) {
        throw error;
      }
      await preview.refetch();
      setRenewed(true);
    });
    if (converted) {
      onClose();
      if (may(person, 'customers', 'get')) {
        await navigate({ to: `/customers/${converted.answer.customerId}` });
      }
      await recordsChanged();
    }
  };
  return (
    <ModalDialog title="Convert lead" onClose={onClose}>
      {isRenewed && <p role="alert">The lead was changed meanwhile. This is what would become of it now.</p>}
      <Asked of={preview}>
        {(data) => <ConversionForm key={data.version} preview={data} onConvert={run} onCancel={onClose} />}
      </Asked>
    </ModalDialog>
  );
}
