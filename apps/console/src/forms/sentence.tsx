import type { ReactNode } from 'react';
import { sentenceAbout } from '../api/failure.ts';

/** A sentence on what a person began and what failed, with more where there is more to say. */
export function Sentence({
  error,
  more = [],
}: {
  readonly error: unknown;
  readonly more?: readonly string[];
}): ReactNode {
  return error === undefined ? null : (
    <div role="alert" className="problem whole">
      {[sentenceAbout(error), ...more].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
