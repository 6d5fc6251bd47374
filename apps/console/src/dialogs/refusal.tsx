import type { ReactNode } from 'react';
import { isFailure, sentenceAbout } from '../api/failure.ts';
import { problemsElsewhere } from './problems.ts';

interface RefusalProps {
  readonly failure: unknown;
  /** The members that have fields, at which their own problems stand. */
  readonly members?: readonly string[];
}

/** The sentence on an act that was refused. */
export function Refusal({ failure, members = [] }: RefusalProps): ReactNode {
  return failure === undefined ? null : (
    <div className="failed whole" role="alert">
      <p>{hasFields(failure) ? 'Some of this cannot be taken yet.' : sentenceAbout(failure)}</p>
      {problemsElsewhere(failure, members).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** The sentences of such an answer stand at the fields. */
function hasFields(failure: unknown): boolean {
  return isFailure(failure) && Object.keys(failure.errors).length > 0;
}
