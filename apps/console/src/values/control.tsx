import { useId, type ReactNode } from 'react';

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
  readonly required: boolean;
}

interface LabelledProps {
  readonly label: string;
  readonly problem?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label, a hint, and what is wrong with it. */
export function Labelled({ label, problem, isRequired = false, hint, children }: LabelledProps): ReactNode {
  const id = useId();
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <span className="field-name">
        <label htmlFor={id}>{label}</label>
        {isRequired && <Required />}
      </span>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': described || undefined,
        required: isRequired,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** It stands beside the label, because it is no part of the name. */
export function Required(): ReactNode {
  return (
    <span className="required" aria-hidden="true">
      {' *'}
    </span>
  );
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** A select among few choices, with an empty one where there may be none. */
export function Select(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly isOptional?: boolean;
  readonly isRequired?: boolean | undefined;
  readonly problem?: string | undefined;
}): ReactNode {
  const { label, value, choices, onChoose, isOptional = false, isRequired, problem } = props;
  return (
    <Labelled label={label} problem={problem} isRequired={isRequired}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChoose(target.value)}>
          {isOptional && <option value="">–</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
