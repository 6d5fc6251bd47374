import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answered, api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { problemsOf } from '../forms/saving/naming-fields.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { useTitle } from '../frame/title.ts';
import { PasswordField } from '../values/password-field.tsx';
import { leaveToSignIn } from './authorization.ts';
import { person } from './person.tsx';
import { session } from './session.ts';

/** A person changes the own password here. It ends every sign-in of the person, this window's too. */
export function PasswordPage(): ReactNode {
  const title = useTitle('Change password');
  const [isDone, setDone] = useState(false);
  return (
    <main>
      <h1>{title}</h1>
      <section aria-label={title}>
        {isDone ? (
          <div role="status">
            <p>Your password is changed. Every sign-in with the one before has ended, here too.</p>
            <Button className="first" onPress={() => void signInAgain()}>
              Sign in with the new password
            </Button>
          </div>
        ) : (
          <PasswordForm onDone={() => setDone(true)} />
        )}
      </section>
    </main>
  );
}

async function signInAgain(): Promise<void> {
  const email = queries.getQueryData(person.queryKey)?.email;
  const { tenantId } = session;
  await leaveToSignIn('/console/home', {
    ...(tenantId !== null && { tenant_id: tenantId }),
    ...(email !== undefined && { login_hint: email }),
  });
}

function PasswordForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { run, isRunning, error } = useAct();
  const [body, setBody] = useState({ currentPassword: '', newPassword: '' });
  const { atFields, others } = problemsOf(error, Object.keys(body));
  const change = async (): Promise<void> => {
    await answered(api.changePassword({ body }));
    onDone();
  };
  return (
    <form
      className="asking"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(change);
      }}
    >
      <Sentence error={error} more={others} />
      <PasswordField
        label="Current password"
        use="current-password"
        value={body.currentPassword}
        onType={(currentPassword) => setBody({ ...body, currentPassword })}
        problem={atFields['currentPassword']}
      />
      <PasswordField
        label="New password"
        use="new-password"
        value={body.newPassword}
        onType={(newPassword) => setBody({ ...body, newPassword })}
        problem={atFields['newPassword']}
      />
      <Button type="submit" className="first" isDisabled={isRunning}>
        Change password
      </Button>
    </form>
  );
}
