import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { bodyOf, openApi } from '../api/api.ts';
import { problemsOf } from '../forms/saving/naming-fields.ts';
import { Once } from '../forms/saving/once.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { Asked } from '../frame/asked.tsx';
import { ReachedBanner } from '../frame/reached-banner.tsx';
import { useTitle } from '../frame/title.ts';
import { leaveToSignIn } from '../signing-in/authorization.ts';
import { Labelled, Select } from '../values/control.tsx';
import { PasswordField } from '../values/password-field.tsx';
import { useOffer } from './offered-plans.ts';
import { includedInWords, planInWords, type Plan } from './plan-in-words.ts';

/** A company signs up here, and its owner goes on to the sign-in. */
export function SignUpPage(): ReactNode {
  const title = useTitle('Sign up');
  const offer = useOffer();
  return (
    <main className="alone">
      <h1>{title}</h1>
      <ReachedBanner />
      <Asked of={offer}>
        {(plans) =>
          plans === null ? (
            <p>Companies do not sign up here. Ask the operator of this installation.</p>
          ) : (
            <SignUpForm plans={plans} />
          )
        }
      </Asked>
      <p>
        <Link to="/">Sign in instead</Link>
      </p>
    </main>
  );
}

/** The fields of one line, with what a browser fills in there. */
const fields = [
  { name: 'organisationName', label: 'Organisation', type: 'text', fill: 'organization' },
  { name: 'ownerName', label: 'Your name', type: 'text', fill: 'name' },
  { name: 'ownerEmail', label: 'Email', type: 'email', fill: 'email' },
] as const;

function SignUpForm({ plans }: { readonly plans: readonly Plan[] }): ReactNode {
  const [once] = useState(() => new Once(signUp));
  const [body, setBody] = useState(() => ({ ...empty, planCode: bestOf(plans)?.code ?? '' }));
  const { run, isRunning, error } = useAct();
  const { atFields, others } = problemsOf(error, Object.keys(body));
  const [isPressed, setPressed] = useState(false);
  const problemOf = (name: keyof typeof body): string | undefined =>
    isPressed && body[name].trim() === '' ? 'This is required.' : atFields[name];
  const plan = plans.find(({ code }) => code === body.planCode);
  const set = (name: keyof typeof body) => (value: string) => setBody({ ...body, [name]: value });
  return (
    <form
      className="asking"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (Object.values(body).every((value) => value.trim() !== '')) {
          run(() => goOn(once, body));
        }
      }}
    >
      <Sentence error={error} more={others} />
      {fields.map(({ name, ...field }) => (
        <LineField key={name} {...field} value={body[name]} onType={set(name)} problem={problemOf(name)} />
      ))}
      <PasswordField
        label="Password"
        use="new-password"
        value={body.password}
        onType={set('password')}
        problem={problemOf('password')}
      />
      <Select
        label="Plan"
        value={body.planCode}
        choices={plans.map((one) => ({ value: one.code, text: planInWords(one) }))}
        onChoose={set('planCode')}
        problem={problemOf('planCode')}
      />
      {plan && <Included plan={plan} />}
      <Button type="submit" className="first" isDisabled={isRunning}>
        Sign up
      </Button>
    </form>
  );
}

type LineFieldProps = Omit<(typeof fields)[number], 'name'> & {
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly problem: string | undefined;
};

function LineField({ label, type, fill, value, onType, problem }: LineFieldProps): ReactNode {
  return (
    <Labelled label={label} problem={problem} isRequired>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete={fill}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Labelled>
  );
}

const empty = { organisationName: '', ownerName: '', ownerEmail: '', password: '', planCode: '' };

/** Signs up, once, and leaves for the sign-in. */
async function goOn(once: Once<typeof empty, Awaited<ReturnType<typeof signUp>>>, body: typeof empty): Promise<never> {
  const { answer, body: taken } = await once.send(body);
  await leaveToSignIn('/console/home', { login_hint: taken.ownerEmail, tenant_id: answer.tenantId });
  return new Promise<never>(() => undefined);
}

function signUp(body: typeof empty, key: string) {
  return bodyOf(openApi.signUp({ body, headers: { 'idempotency-key': key } }));
}

/** The plan that is suggested: the first that can be tried. */
function bestOf(plans: readonly Plan[]): Plan | undefined {
  return plans.find(({ trialDays }) => trialDays > 0) ?? plans[0];
}

export function Included({ plan }: { readonly plan: Pick<Plan, 'name' | 'entitlements'> }): ReactNode {
  return (
    <div className="whole">
      <p>{`${plan.name} includes:`}</p>
      <ul>
        {includedInWords(plan.entitlements).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
