import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text, type Key } from 'react-aria-components';
import { hasPage, nameOf } from '../lists/naming.ts';
import { listOf, searchRecords, type AnyRecord, type Search } from '../lists/records.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { Required } from './control.tsx';
import { textIn, type FieldProps, type ShownProps, type Typed } from './value-type.ts';

/** A link to what the record names. A name that the person may not see is none. */
export function ShownReference({ value, member, record }: ShownProps): ReactNode {
  if (typeof value !== 'string') {
    return null;
  }
  const known = record[member.name ?? ''];
  return typeof known === 'string' ? (
    <RecordLink list={member.of ?? ''} id={value} name={known} />
  ) : member.name === undefined ? (
    <LookedUp list={member.of ?? ''} id={value} />
  ) : (
    <span className="hidden-name">Not visible to you</span>
  );
}

/** The answer has no name beside the id. */
function LookedUp({ list, id }: { readonly list: string; readonly id: string }): ReactNode {
  const { data: name } = useName(list, id, { isAsked: may(usePerson(), list, 'search') });
  return name === undefined ? null : <RecordLink list={list} id={id} name={name} />;
}

/** The name of a record that is known by its id alone; empty where there is none to see. */
function useName(list: string, id: string, { isAsked = true } = {}) {
  return useQuery({
    queryKey: ['name', list, id],
    queryFn: async () => {
      const filters = [{ field: 'id', operator: 'eq', value: id }];
      const [found] = (await searchRecords(list, { pageSize: 1, filters })).items;
      return found ? nameOf(list, found) : '';
    },
    staleTime: 300_000,
    enabled: isAsked,
  });
}

export function RecordLink({ list, id, name }: { readonly list: string; readonly id: string; readonly name: string }) {
  return hasPage(list) ? <Link to={`/${list}/${id}`}>{name}</Link> : <>{name}</>;
}

/** A record is looked for by its words, and chosen. */
export function ReferenceField({ label, member, typed, onType, problem, record }: FieldProps): ReactNode {
  const [first] = useState(textIn(typed));
  const known = record?.[member.name ?? ''];
  const isAsked = member.name === undefined && first !== '';
  const { data: name = '', isPending } = useName(member.of ?? '', first, { isAsked });
  return isAsked && isPending ? null : (
    <RecordChoice
      label={label}
      list={member.of ?? ''}
      id={textIn(typed)}
      name={typeof known === 'string' && typed !== '' ? known : name}
      isRequired={member.isRequired}
      onChoose={(chosen) => onType(chosen?.id ?? '')}
      problem={problem}
    />
  );
}

interface RecordChoiceProps {
  readonly label: string;
  readonly list: string;
  readonly id: string;
  /** The name of what is chosen at first. */
  readonly name: string;
  readonly onChoose: (chosen: AnyRecord | null) => void;
  readonly isRequired?: boolean | undefined;
  readonly problem?: string | undefined;
}

export function RecordChoice(props: RecordChoiceProps): ReactNode {
  const { label, id, isRequired = false, problem } = props;
  const { text, type, found, choose } = useChoosing(props);
  return (
    <ComboBox
      className="field"
      items={found}
      inputValue={text}
      onInputChange={type}
      selectedKey={id === '' ? null : id}
      onSelectionChange={choose}
      isInvalid={problem !== undefined}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <span className="field-name">
        <Label>{label}</Label>
        {isRequired && <Required />}
      </span>
      <span className="combo">
        <Input aria-required={isRequired} />
        {/* The label names the field alone. */}
        <Button aria-label={`Choices of ${label}`} aria-labelledby="">
          ▾
        </Button>
      </span>
      {problem !== undefined && (
        <Text slot="description" className="problem">
          {problem}
        </Text>
      )}
      <Popover className="popover">
        <ListBox className="choices" renderEmptyState={() => <p className="hint">Nothing has these words.</p>}>
          {(item: AnyRecord) => (
            <ListBoxItem textValue={nameOf(props.list, item)}>{nameOf(props.list, item)}</ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** The words of the field, what they find, and what is chosen of it. */
function useChoosing({ list, id, name, onChoose }: RecordChoiceProps) {
  const [text, setText] = useState(name);
  const [chosenName, setChosenName] = useState(name);
  const found = useFound(list, text);
  const choose = (key: Key | null): void => {
    const chosen = found.find((record) => record.id === key);
    // A field that is left with other words, of which nothing was chosen, shows again what it holds.
    const shown = chosen ? nameOf(list, chosen) : chosenName;
    setText(shown);
    setChosenName(shown);
    if (chosen) {
      onChoose(chosen);
    }
  };
  const type = (words: string): void => {
    setText(words);
    if (words === '' && id !== '') {
      setChosenName('');
      onChoose(null);
    }
  };
  return { text, type, found, choose };
}

/** Disabled ones are no references. */
const choosable: Readonly<Record<string, Search>> = { users: { isActive: true }, teams: { isActive: true } };

/** The records that the words find, the latest answer until there is a newer one. */
function useFound(list: string, text: string): readonly AnyRecord[] {
  const words =
    listOf(list).words.length > 0 ? text.trim().split(/\s+/).slice(0, wordsMax).join(' ').slice(0, 200) : '';
  const { data } = useQuery({
    queryKey: ['choices', list, words],
    queryFn: () => searchRecords(list, { ...choosable[list], pageSize: 20, ...(words && { searchText: words }) }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return data?.items ?? [];
}

/** A search takes no more. The name of a record may have more of them. */
const wordsMax = 8;

/** Several records, each of which can be taken away again. */
export function ReferencesField({ label, member, typed, onType, problem }: FieldProps): ReactNode {
  const ids = typed as readonly string[];
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <ul className="chosen">
        {ids.map((id) => (
          <li key={id}>
            <LookedUp list={member.of ?? ''} id={id} />
            <Button aria-label={`Take away from ${label}`} onPress={() => onType(ids.filter((other) => other !== id))}>
              ×
            </Button>
          </li>
        ))}
      </ul>
      <RecordChoice
        key={ids.length}
        label={`Add to ${label.toLowerCase()}`}
        list={member.of ?? ''}
        id=""
        name=""
        onChoose={(chosen) => chosen && onType([...new Set([...ids, chosen.id])])}
        problem={problem}
      />
    </fieldset>
  );
}

export function ShownReferences({ value, member }: ShownProps): ReactNode {
  return (
    <ul className="plain">
      {(Array.isArray(value) ? (value as readonly string[]) : []).map((id) => (
        <li key={id}>
          <LookedUp list={member.of ?? ''} id={id} />
        </li>
      ))}
    </ul>
  );
}

export function listTyped(value: unknown): Typed {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
