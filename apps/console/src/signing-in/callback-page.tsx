import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { sentenceAbout } from '../api/failure.ts';
import { queries } from '../api/queries.ts';
import { finishSignIn, leaveToSignIn } from './authorization.ts';
import { firstAddress } from './callback-address.ts';
import { session } from './session.ts';

/** The sign-in leads here. */
export function CallbackPage(): ReactNode {
  const [problem, setProblem] = useState<string>();
  const { history } = useRouter() as { readonly history: RouterHistory };
  useEffect(() => {
    finishing ??= finishSignIn(firstAddress).catch(goOnWhereSignedIn);
    finishing.then(
      ({ token, to }) => {
        session.begin(token);
        queries.clear();
        history.replace(to);
      },
      (error: unknown) => setProblem(sentenceAbout(error)),
    );
  }, [history]);
  return (
    <main className="alone">
      <h1>{problem === undefined ? 'Signing in…' : 'You are not signed in'}</h1>
      {problem !== undefined && (
        <div role="alert">
          <p>{problem}</p>
          <Button onPress={() => void leaveToSignIn('/console/home')}>Sign in</Button>
        </div>
      )}
    </main>
  );
}

/** A code is good once, however often the page is drawn. */
let finishing: ReturnType<typeof finishSignIn> | undefined;

/** The browser's way back leads here too, when the sign-in is over and good. */
async function goOnWhereSignedIn(error: unknown): ReturnType<typeof finishSignIn> {
  const isSignedIn = await session.resume();
  if (session.token === undefined || !isSignedIn) {
    throw error;
  }
  return { token: session.token, to: '/console/home' };
}
