import type { ReactNode } from 'react';
import { Labelled } from './control.tsx';
import type { Member } from '../described.ts';
import { textIn, type FieldProps, type ShownProps, type Typed } from './value-type.ts';

/** Short texts, one in each line, so that a text may have a comma. */
export function TextsField({ label, typed, onType, problem }: FieldProps): ReactNode {
  return (
    <Labelled label={label} problem={problem} hint="One in each line.">
      {(control) => (
        <textarea {...control} rows={3} value={textIn(typed)} onChange={({ target }) => onType(target.value)} />
      )}
    </Labelled>
  );
}

export function textsTyped(value: unknown): Typed {
  return Array.isArray(value) ? value.join('\n') : '';
}

export function textsTaken(typed: Typed): unknown {
  return textIn(typed)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

export function textsProblem(typed: Typed, { countMax = Infinity }: Member): string | undefined {
  const { length } = textsTaken(typed) as readonly string[];
  return length > countMax ? `There may be at most ${countMax}; these are ${length}.` : undefined;
}

export function ShownTexts({ value }: ShownProps): ReactNode {
  const texts = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <span className="tags">
      {texts.map((text) => (
        <span className="tag" key={text}>
          {text}
        </span>
      ))}
    </span>
  );
}
