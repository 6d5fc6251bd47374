import type { ReactNode } from 'react';
import { Labelled } from './control.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly use: 'current-password' | 'new-password';
  readonly value: string;
  readonly onType: (password: string) => void;
  readonly problem: string | undefined;
}

export function PasswordField({ label, use, value, onType, problem }: PasswordFieldProps): ReactNode {
  const hint = use === 'new-password' ? 'At least 12 characters, and none of the common ones.' : undefined;
  return (
    <Labelled label={label} problem={problem} isRequired hint={hint}>
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete={use}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Labelled>
  );
}
