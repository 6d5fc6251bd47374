import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Member } from '../described.ts';
import { memberOf, searchRecords, type AnyRecord } from '../lists/records.ts';
import { Select } from '../values/control.tsx';
import { ShownText } from '../values/links.tsx';
import { ShownNumber } from '../values/numbers.tsx';
import { textIn, type FieldProps, type TypeOfValue } from '../values/value-type.ts';
import { typeOf } from '../values/value-types.ts';
import { writtenFields, type FormField } from './fields.ts';

/** The fields of a list's records, the organisation's own behind the others; undefined until those are known. */
export function useFields(list: string): readonly FormField[] | undefined {
  const own = useCustomFields(list);
  return own && [...writtenFields(list), ...own];
}

/** The custom fields of a list's records, in their order; none where such records have none. */
export function useCustomFields(list: string): readonly FormField[] | undefined {
  const mayHave = memberOf(list, 'customFields') !== undefined;
  const { data } = useQuery({
    queryKey: ['search', 'customFields', { of: list }],
    queryFn: () => searchRecords('customFields', { module: list, isActive: true, pageSize: 100 }),
    staleTime: 60_000,
    enabled: mayHave,
  });
  return mayHave ? data?.items.map(asField) : none;
}

const none: readonly FormField[] = [];

interface Definition {
  readonly key: string;
  readonly label: string;
  readonly fieldType: keyof typeof members;
  readonly isRequired: boolean;
  readonly options: readonly string[];
}

/** The members that are typed in as the types of custom fields are. */
const members = {
  text: { type: 'text', max: 4_000 },
  textArea: { type: 'lines', max: 4_000 },
  number: { type: 'amount' },
  date: { type: 'date' },
  dateTime: { type: 'time' },
  boolean: { type: 'word', words: ['true', 'false'] },
  select: { type: 'word' },
  email: { type: 'email', max: 254 },
  url: { type: 'website', max: 500 },
  phone: { type: 'phone', max: 50 },
} as const satisfies Readonly<Record<string, Member>>;

function asField(definition: AnyRecord): FormField {
  // The search of custom fields answers these.
  const { key, label, fieldType, isRequired, options } = definition as unknown as Definition;
  const member: Member = { ...members[fieldType], isRequired };
  return fieldType === 'select'
    ? { name: `customFields.${key}`, label, key, member: { ...member, words: options }, type: option }
    : { name: `customFields.${key}`, label, key, member, type: fieldType === 'number' ? number : typeOf(member) };
}

/** The currency of a record is not that of an organisation's own numbers. */
const number: TypeOfValue = {
  ...typeOf({ type: 'amount' }),
  Shown: (props) => <ShownNumber {...props} record={{ id: '' }} />,
};

/** The options of an organisation are its own texts, which are shown as they are. */
const option: TypeOfValue = { ...typeOf({ type: 'word' }), Shown: ShownText, Field: OptionField };

function OptionField({ label, member, typed, onType, problem }: FieldProps): ReactNode {
  return (
    <Select
      label={label}
      value={textIn(typed)}
      choices={(member.words ?? []).map((text) => ({ value: text, text }))}
      isOptional
      isRequired={member.isRequired}
      onChoose={onType}
      problem={problem}
    />
  );
}
