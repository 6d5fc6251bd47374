import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { isFailure, sentenceAbout } from '../api/failure.ts';

interface FailedProps {
  readonly error: unknown;
  readonly onAgain?: () => void;
}

/** A sentence on what went wrong, which leads on. */
export function Failed({ error, onAgain }: FailedProps): ReactNode {
  return (
    <div className="failed" role="alert">
      <p>{sentenceAbout(error)}</p>
      {isFailure(error) && error.traceId !== undefined && (
        <p className="hint">{`Quote ${error.traceId} to support.`}</p>
      )}
      <p className="acts">
        {onAgain && <Button onPress={onAgain}>Try again</Button>}
        <Link to="/">Home</Link>
      </p>
    </div>
  );
}
