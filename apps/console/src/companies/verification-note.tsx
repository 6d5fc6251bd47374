import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answered, api } from '../api/api.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { session } from '../signing-in/session.ts';
import { timeInWords } from '../values/times.tsx';
import type { Tenant } from './plan-in-words.ts';
import { ofTenant } from './use-tenant.ts';

/** Leads an owner whose address is not verified to another mail. */
export function VerificationNote({ tenant }: { readonly tenant: Tenant }): ReactNode {
  const { run, isRunning, error } = useAct();
  const [isSent, setSent] = useState(false);
  const { owners, verifyByUtc } = tenant;
  const own = owners.find(({ userId }) => userId === session.token?.userId);
  if (own === undefined || own.isVerified) {
    return null;
  }
  const send = async (): Promise<void> => {
    await answered(api.sendVerificationMail(ofTenant()));
    setSent(true);
  };
  return (
    <section aria-label="Verification">
      <p>
        {`Your address ${own.email} is not verified yet. Follow the link in the mail that we sent you`}
        {verifyByUtc === null ? '.' : ` before ${timeInWords(verifyByUtc)}; until then you cannot invite others.`}
      </p>
      <Button isDisabled={isRunning} onPress={() => run(send)}>
        Send another verification mail
      </Button>
      <p role="status">{isSent ? 'It is on its way. Its link ends those of the mails before.' : ''}</p>
      <Sentence error={error} />
    </section>
  );
}
