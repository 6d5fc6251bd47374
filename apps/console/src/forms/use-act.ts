import { useRef, useState } from 'react';

export interface Act {
  readonly isRunning: boolean;
  /** The failure of the last run. */
  readonly error: unknown;
  /** A second run, as a double click begins it, is none while the first one goes on. */
  readonly run: (act: () => Promise<unknown>) => void;
}

/** Runs what a person began, one at a time. */
export function useAct(): Act {
  const isBusy = useRef(false);
  const [state, setState] = useState<Omit<Act, 'run'>>({ isRunning: false, error: undefined });
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    if (isBusy.current) {
      return;
    }
    isBusy.current = true;
    setState({ isRunning: true, error: undefined });
    try {
      await act();
      setState({ isRunning: false, error: undefined });
    } catch (error) {
      setState({ isRunning: false, error });
    } finally {
      isBusy.current = false;
    }
  };
  return { ...state, run: (act) => void run(act) };
}
