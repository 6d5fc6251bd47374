import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answered, api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { problemAt } from '../dialogs/problems.ts';
import { Refusal } from '../dialogs/refusal.tsx';
import { useActing } from '../dialogs/use-acting.ts';
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
  const { run, isActing, failure } = useActing();
  const [body, setBody] = useState({ currentPassword: '', newPassword: '' });
  return (
    <form
      className="asking"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => answered(api.changePassword({ body }))).then((isDone) => isDone && onDone());
      }}
    >
      <Refusal failure={failure} members={Object.keys(body)} />
      <PasswordField
        label="Current password"
        use="current-password"
        value={body.currentPassword}
        onType={(currentPassword) => setBody({ ...body, currentPassword })}
        problem={problemAt(failure, 'currentPassword')}
      />
      <PasswordField
        label="New password"
        use="new-password"
        value={body.newPassword}
        onType={(newPassword) => setBody({ ...body, newPassword })}
        problem={problemAt(failure, 'newPassword')}
      />
      <Button type="submit" className="first" isDisabled={isActing}>
        Change password
      </Button>
    </form>
  );
}
