import type { ReactNode } from 'react';
import { problemsOf } from './saving/naming-fields.ts';
import { isFailure, sentenceAbout } from '../api/failure.ts';

/** A sentence on what a person began and what failed. More are those about members, unless fields show them. */
export function Sentence({
  error,
  more = problemsOf(error, []).others,
}: {
  readonly error: unknown;
  readonly more?: readonly string[];
}): ReactNode {
  return error === undefined ? null : (
    <div role="alert" className="problem whole">
      {[hasFields(error) ? 'Some of this cannot be taken yet.' : sentenceAbout(error), ...more].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** The sentences of such an answer stand at the fields. */
function hasFields(error: unknown): boolean {
  return isFailure(error) && Object.keys(error.errors).length > 0;
}
