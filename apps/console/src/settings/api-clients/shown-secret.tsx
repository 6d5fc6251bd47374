import { useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Labelled } from '../../values/control.tsx';

export interface Secret {
  readonly name: string;
  readonly clientId: string;
  /** Null where the answer is a repeated one, which has it no more. */
  readonly clientSecret: string | null;
}

interface ShownSecretProps {
  readonly secret: Secret;
  readonly onDone: () => void;
}

/** A secret that was just made. It is gone with the page. */
export function ShownSecret({ secret: { name, clientId, clientSecret }, onDone }: ShownSecretProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    field.current?.select();
    await navigator.clipboard.writeText(clientSecret ?? '');
    setCopied(true);
  };
  return (
    <section aria-label="New secret">
      <h2>{`The secret of ${name}`}</h2>
      {clientSecret === null ? (
        <p>The client is there, but the answer with its secret was lost. Rotate the secret to get another one.</p>
      ) : (
        <p>Copy it now and keep it safe: it is not shown again. A lost one is rotated.</p>
      )}
      <Labelled label="Client id">{(control) => <input {...control} readOnly value={clientId} />}</Labelled>
      {clientSecret !== null && (
        <Labelled label="Client secret">
          {(control) => <input {...control} ref={field} readOnly autoComplete="off" value={clientSecret} />}
        </Labelled>
      )}
      <p className="acts">
        {clientSecret !== null && <Button onPress={() => void copy()}>Copy secret</Button>}
        <Button onPress={onDone}>Done</Button>
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
      </p>
    </section>
  );
}
