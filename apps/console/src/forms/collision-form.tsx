import { useState, type ReactNode } from 'react';
import { valueOf, valuesOf, type FormField } from './fields.ts';
import type { Values } from './saving/merging.ts';
import type { Collision } from './saving/save-edit.ts';
import { SaveButtons } from './save-buttons.tsx';
import { Sentence } from './sentence.tsx';
import { ShownValue } from './shown-value.tsx';
import { useAct } from './use-act.ts';

interface CollisionFormProps {
  readonly collision: Collision;
  readonly onSave: (values: Values) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Shows what two people made of the same fields, and lets one of them choose. */
export function CollisionForm({ collision, onSave, onCancel }: CollisionFormProps): ReactNode {
  const { based, values, fields } = collision;
  const [taken, setTaken] = useState<readonly string[]>([]);
  const act = useAct();
  const theirs = fields.filter(({ name }) => taken.includes(name));
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        act.run(() => onSave({ ...values, ...valuesOf(theirs, based.record) }));
      }}
    >
      <p className="whole">Both of you changed what stands here. All other changes of both are kept.</p>
      <Sentence error={act.error} />
      {fields.map((field) => (
        <Sides
          key={field.name}
          field={field}
          collision={collision}
          isTheirs={taken.includes(field.name)}
          onChoose={(isTheirs) =>
            setTaken((before) => [...before.filter((name) => name !== field.name), ...(isTheirs ? [field.name] : [])])
          }
        />
      ))}
      <SaveButtons act={act} onCancel={onCancel} />
    </form>
  );
}

interface SidesProps {
  readonly field: FormField;
  readonly collision: Collision;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function Sides({ field, collision: { values, based }, isTheirs, onChoose }: SidesProps): ReactNode {
  const sides = [
    { text: 'Mine: ', value: values[field.name], isChosen: !isTheirs },
    { text: 'Theirs: ', value: valueOf(field, based.record), isChosen: isTheirs },
  ];
  return (
    <fieldset className="field">
      <legend>{field.label}</legend>
      {sides.map(({ text, value, isChosen }, index) => (
        <label key={text} className="flag">
          <input type="radio" name={field.name} checked={isChosen} onChange={() => onChoose(index === 1)} />
          <span>
            {text}
            <ShownValue field={field} value={value} record={based.record} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
