import type { ReactNode } from 'react';
import { sentenceAbout } from '../api/failure.ts';
import { Failed } from './failed.tsx';

interface AskedProps<T> {
  readonly of: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly children: (data: T) => ReactNode;
}

/** An answer, when it is there. A later failure leaves on the page what came before. */
export function Asked<T>({ of: { data, error, refetch }, children }: AskedProps<T>): ReactNode {
  if (data === undefined && error) {
    return <Failed error={error} onAgain={() => void refetch()} />;
  }
  if (data === undefined) {
    return <p className="waiting">Loading…</p>;
  }
  return (
    <>
      {error ? <p className="problem">{sentenceAbout(error)}</p> : null}
      {children(data)}
    </>
  );
}
