import type { ReactNode } from 'react';
import { rightsInWords } from './right-groups.ts';

interface SummedRightsProps {
  readonly rights: readonly string[];
  /** The word for them, such as permissions. */
  readonly called: string;
}

/** Many rights in little room. */
export function SummedRights({ rights, called }: SummedRightsProps): ReactNode {
  return (
    <details className="hint">
      <summary>{`${rights.length} ${called}`}</summary>
      <p>{rightsInWords(rights)}</p>
    </details>
  );
}
