import type { ReactNode } from 'react';
import type { Member } from '../described.ts';
import { Labelled } from './control.tsx';
import { textIn, type FieldProps, type Typed } from './value-type.ts';

interface InputKind {
  readonly type: 'text' | 'email' | 'tel' | 'url' | 'date' | 'datetime-local';
  readonly inputMode?: 'numeric' | 'decimal';
}

/** A field of one line. The browser's own checks are left out: the page says what is wrong in one way. */
export function inputField({ type, inputMode }: InputKind) {
  return function InputField({ label, member, typed, onType, problem }: FieldProps): ReactNode {
    return (
      <Labelled label={label} problem={problem} isRequired={member.isRequired}>
        {(control) => (
          <input
            {...control}
            type={type}
            inputMode={inputMode}
            autoComplete="off"
            value={textIn(typed)}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Labelled>
    );
  };
}

export function LinesField({ label, member, typed, onType, problem }: FieldProps): ReactNode {
  return (
    <Labelled label={label} problem={problem} isRequired={member.isRequired}>
      {(control) => (
        <textarea {...control} rows={4} value={textIn(typed)} onChange={({ target }) => onType(target.value)} />
      )}
    </Labelled>
  );
}

export function textTyped(value: unknown): Typed {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** An empty text is no value. */
export function textTaken(typed: Typed): unknown {
  return textIn(typed).trim() === '' ? null : textIn(typed);
}

export function textProblem(typed: Typed, { isRequired, max }: Member): string | undefined {
  const text = textIn(typed).trim();
  if (text === '') {
    return isRequired ? 'This is required.' : undefined;
  }
  const length = Array.from(text).length;
  return max !== undefined && length > max ? `This may have at most ${max} characters; it has ${length}.` : undefined;
}

export function emailProblem(typed: Typed, member: Member): string | undefined {
  const text = textIn(typed).trim();
  return (
    textProblem(typed, member) ??
    (text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'This is not an e-mail address.')
  );
}

export function websiteProblem(typed: Typed, member: Member): string | undefined {
  const text = textIn(typed).trim();
  return (
    textProblem(typed, member) ??
    (text === '' || /^https?:\/\/\S+$/i.test(text) ? undefined : 'This must begin with http:// or https://.')
  );
}
