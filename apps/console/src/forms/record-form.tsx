import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AnyRecord } from '../lists/records.ts';
import type { Typed } from '../values/value-type.ts';
import type { FormField } from './fields.ts';
import { sameValue, type Values } from './saving/merging.ts';
import { problemsOf } from './saving/naming-fields.ts';
import { SaveButtons } from './save-buttons.tsx';
import { Sentence } from './sentence.tsx';
import { useAct } from './use-act.ts';

interface RecordFormProps {
  readonly fields: readonly FormField[];
  /** The values at the beginning. Those of fields that were not touched are given back as they were. */
  readonly values: Values;
  /** The record with the names of what it refers to. */
  readonly record: AnyRecord;
  /** Whether fields are looked at that were not touched. */
  readonly isNew: boolean;
  readonly onSave: (values: Values) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly onTouch: () => void;
}

/** The fields of a record, made of the types of their values alone. */
export function RecordForm({ fields, values, record, isNew, onSave, onCancel, onTouch }: RecordFormProps): ReactNode {
  const [typed, setTyped] = useState<AllTyped>({});
  const [pressed, setPressed] = useState(0);
  /** The fields that changed since the answer that found something wrong with them. */
  const [settled, setSettled] = useState<readonly string[]>([]);
  const act = useAct();
  const form = useFirstWrong(pressed + (act.error === undefined ? 0 : 0.5));
  const refused = problemsOf(act.error, Object.keys(values));
  const states = fields.map((field) => stateOf(field, typed, values));
  const save = (): void => {
    setPressed(pressed + 1);
    const isRight = states.every(({ isTouched, problem }) => problem === undefined || !(isTouched || isNew));
    if (isTypedOut(form.current) && isRight) {
      setSettled([]);
      act.run(() => onSave({ ...values, ...takenOf(fields, typed, values) }));
    }
  };
  const take = (name: string, value: Typed): void => {
    onTouch();
    setTyped((before) => ({ ...before, [name]: value }));
    setSettled((before) => [...before, name]);
  };
  return (
    <form
      ref={form}
      className="fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Sentence error={Object.keys(refused.atFields).length > 0 ? marked : act.error} more={refused.others} />
      {states.map(({ field: { name, label, member, type }, now, isTouched, problem }) => (
        <div key={name} className={type.isShort ? undefined : 'whole'}>
          <type.Field
            {...{ label, member, record }}
            typed={now}
            onType={(value) => take(name, value)}
            problem={
              (isTouched || (isNew && pressed > 0) ? problem : undefined) ??
              (settled.includes(name) ? undefined : refused.atFields[name])
            }
          />
        </div>
      ))}
      <SaveButtons act={act} onCancel={onCancel} />
    </form>
  );
}

const marked = new Error('Look at the fields that are marked.');

type AllTyped = Readonly<Record<string, Typed>>;

function stateOf(field: FormField, typed: AllTyped, values: Values) {
  const { name, member, type } = field;
  const now = typed[name] ?? type.typed(values[name] ?? null, member);
  return { field, now, isTouched: name in typed, problem: type.problem(now, member) };
}

/** The values of the fields that a person changed. A field that shows what it showed at first keeps its value. */
function takenOf(fields: readonly FormField[], typed: AllTyped, values: Values): Values {
  const changed = fields.flatMap(({ name, member, type }) => {
    const now = typed[name];
    const isSame = now === undefined || sameValue(now, type.typed(values[name] ?? null, member));
    return isSame ? [] : [[name, type.taken(now, member)] as const];
  });
  return Object.fromEntries(changed);
}

/** Leads the person to the first field with which something is wrong, after each press that found one. */
function useFirstWrong(pressed: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (pressed > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [pressed]);
  return form;
}

/** A date of which a part alone was typed has no value yet, which is not what the person means. The browser says so there. */
function isTypedOut(form: HTMLFormElement | null): boolean {
  const fields = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement);
  return fields.find(({ validity }) => validity.badInput)?.reportValidity() ?? true;
}
