import { useState, type ReactNode } from 'react';
import { isFailure } from '../api/failure.ts';
import { queries } from '../api/queries.ts';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { problemAt } from '../dialogs/problems.ts';
import { listOf, memberOf, type AnyRecord, type ListName } from '../lists/records.ts';
import type { TypeOfValue, Typed } from '../values/value-type.ts';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';

export interface FormOf {
  readonly list: ListName;
  /** The members that have fields. */
  readonly members: readonly string[];
  /** The types of the members that have fields of their own. */
  readonly types?: Readonly<Record<string, TypeOfValue>>;
  /** Whether a member has a field beside what is typed. */
  readonly isShown?: (member: string, typed: Fields) => boolean;
}

export type Fields = Readonly<Record<string, Typed>>;

interface RecordFormProps extends FormOf {
  /** The record as it is, or as a new one begins. */
  readonly record: AnyRecord;
  readonly act: string;
  readonly save: (body: object) => Promise<unknown>;
  readonly close: () => void;
  /** A sentence on the record as it is shown. */
  readonly note?: string | undefined;
}

/** The fields of a record of the settings. A member that the person did not touch is sent as it was. */
export function RecordForm(props: RecordFormProps): ReactNode {
  const { list, members, types = {}, isShown = () => true, record, act, close, note } = props;
  const described = members.flatMap((name) => {
    const member = memberOf(list, name);
    return member ? [{ name, member, type: types[name] ?? typeOf(member) }] : [];
  });
  const [typed, setTyped] = useState<Fields>(() =>
    Object.fromEntries(
      described.map(({ name, member, type }) => [name, type.typed(record[name] ?? member.default ?? null, member)]),
    ),
  );
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const shown = described.filter(({ name }) => isShown(name, typed));
  const check = (): boolean => {
    setTouched(new Set([...touched, ...shown.filter(({ member }) => member.isRequired).map(({ name }) => name)]));
    return shown.every(({ name, member, type }) => type.problem(typed[name] ?? '', member) === undefined);
  };
  const save = async (): Promise<void> => {
    const taken = shown
      .filter(({ name }) => touched.has(name) || record[name] === undefined)
      .map(({ name, member, type }) => [name, type.taken(typed[name] ?? '', member)]);
    await props.save({ ...writable(list, record), ...(Object.fromEntries(taken) as object) });
    await queries.invalidateQueries();
  };
  return (
    <DialogForm act={act} save={save} check={check} close={close} members={shown.map(({ name }) => name)}>
      {(failure) => (
        <>
          {note !== undefined && !isFailure(failure) && <p className="problem whole">{note}</p>}
          {shown.map(({ name, member, type: { Field, problem } }) => (
            <Field
              key={name}
              label={labelOf(name)}
              member={member}
              typed={typed[name] ?? ''}
              onType={(value) => {
                setTyped({ ...typed, [name]: value });
                setTouched(new Set([...touched, name]));
              }}
              problem={(touched.has(name) ? problem(typed[name] ?? '', member) : undefined) ?? problemAt(failure, name)}
              record={record}
            />
          ))}
        </>
      )}
    </DialogForm>
  );
}

/** The members of a record that a change of it says. */
function writable(list: string, record: AnyRecord): object {
  const { members } = listOf(list);
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => members[name] !== undefined && members[name].isReadOnly !== true),
  );
}
