import { useRef, useState } from 'react';

/** An act of a person: one at a time, however often a button is pressed, and what went wrong with the last one. */
export function useActing() {
  const isRunning = useRef(false);
  const [isActing, setActing] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) {
      return false;
    }
    isRunning.current = true;
    setActing(true);
    setFailure(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      isRunning.current = false;
      setActing(false);
    }
  };
  return { run, isActing, failure };
}

export type Acting = ReturnType<typeof useActing>;
