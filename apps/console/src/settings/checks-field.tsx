import type { ReactNode } from 'react';
import type { FieldProps } from '../values/value-type.ts';
import type { Choice } from '../values/control.tsx';

export interface ChoiceGroup {
  /** Empty where the choices are in no group. */
  readonly name: string;
  readonly choices: readonly Choice[];
}

type ChecksFieldProps = Pick<FieldProps, 'label' | 'typed' | 'onType' | 'problem'> & {
  readonly groups: readonly ChoiceGroup[];
};

/** Several of a few choices, each with its own box. */
export function ChecksField({ label, groups, typed, onType, problem }: ChecksFieldProps): ReactNode {
  const chosen = typed as readonly string[];
  const box = ({ value, text }: Choice) => (
    <label className="flag" key={value}>
      <input
        type="checkbox"
        checked={chosen.includes(value)}
        onChange={({ target }) =>
          onType(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
        }
      />
      {text}
    </label>
  );
  return (
    <fieldset className="field whole checks">
      <legend>{label}</legend>
      {groups.map(({ name, choices }) =>
        name === '' ? (
          choices.map(box)
        ) : (
          <fieldset key={name}>
            <legend>{name}</legend>
            {choices.map(box)}
          </fieldset>
        ),
      )}
      {problem !== undefined && <p className="problem">{problem}</p>}
    </fieldset>
  );
}
