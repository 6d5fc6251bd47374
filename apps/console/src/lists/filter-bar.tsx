import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Select } from '../values/control.tsx';
import type { Typed } from '../values/value-type.ts';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';
import { FilterInWords } from './filter-in-words.tsx';
import { fieldOfFilter, filterableMembers, operatorsOf, operatorWords, takesNoValue } from './filters.ts';
import type { Filter, ListName } from './records.ts';

interface FilterBarProps {
  readonly list: ListName;
  readonly filters: readonly Filter[];
  readonly onFilter: (filters: readonly Filter[]) => void;
}

/** The filters of a list, each of which can be taken away, and a dialog that adds one. */
export function FilterBar({ list, filters, onFilter }: FilterBarProps): ReactNode {
  return (
    <div className="filters">
      {filters.map((filter, index) => (
        <span className="tag" key={JSON.stringify(filter)}>
          <FilterInWords list={list} filter={filter} />
          <Button
            aria-label={`Take away the filter by ${labelOf(filter.field)}`}
            onPress={() => onFilter(filters.filter((_, other) => other !== index))}
          >
            ×
          </Button>
        </span>
      ))}
      <DialogTrigger>
        <Button>Add filter</Button>
        <Popover className="popover">
          <Dialog aria-label="Add filter" className="filter-dialog">
            {({ close }) => (
              <FilterForm
                list={list}
                onApply={(filter) => {
                  onFilter([...filters, filter]);
                  close();
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}

interface FilterFormProps {
  readonly list: ListName;
  readonly onApply: (filter: Filter) => void;
}

function FilterForm({ list, onApply }: FilterFormProps): ReactNode {
  const fields = filterableMembers(list);
  const [field, setField] = useState(fields[0] ?? '');
  const [operator, setOperator] = useState('eq');
  const [typed, setTyped] = useState<Typed>(() => emptyOf(list, field));
  const member = fieldOfFilter(list, field);
  const { Field, taken, problem } = typeOf(member);
  const needsValue = !takesNoValue(operator);
  const wrong = needsValue ? problem(typed, { ...member, isRequired: true }) : undefined;
  const chooseField = (chosen: string): void => {
    setField(chosen);
    setOperator(operatorsOf(list, chosen)[0] ?? 'eq');
    setTyped(emptyOf(list, chosen));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === undefined) {
          onApply({ field, operator, ...(needsValue && { value: taken(typed, member) }) });
        }
      }}
    >
      <Select label="Field" value={field} choices={fields.map(asChoice)} onChoose={chooseField} />
      <Select
        label="Operator"
        value={operator}
        choices={operatorsOf(list, field).map((value) => ({ value, text: operatorWords[value] ?? value }))}
        onChoose={setOperator}
      />
      {needsValue && <Field key={field} label="Value" member={member} typed={typed} onType={setTyped} />}
      <Button type="submit" className="first" isDisabled={wrong !== undefined}>
        Apply
      </Button>
    </form>
  );
}

function asChoice(name: string) {
  return { value: name, text: labelOf(name) };
}

function emptyOf(list: string, field: string): Typed {
  const member = fieldOfFilter(list, field);
  const [first = null] = member.words ?? [];
  return typeOf(member).typed(first, member);
}
