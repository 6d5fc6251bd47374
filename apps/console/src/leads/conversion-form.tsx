import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { isFailure } from '../api/failure.ts';
import { SaveButtons } from '../forms/save-buttons.tsx';
import { problemsOf } from '../forms/saving/naming-fields.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { nameOf } from '../lists/naming.ts';
import { usePerson } from '../signing-in/person.tsx';
import type { Choice } from '../values/control.tsx';
import {
  conversionOf,
  matchInWords,
  suggestedChoices,
  type Choices,
  type Conversion,
  type Match,
  type Matches,
  type Preview,
} from './conversion.ts';

interface ConversionFormProps {
  readonly preview: Preview;
  readonly onConvert: (conversion: Conversion) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** A person says here what a lead becomes, or reads why it becomes nothing. */
export function ConversionForm({ preview, onConvert, onCancel }: ConversionFormProps): ReactNode {
  const [choices, setChoices] = useState(() => suggestedChoices(preview));
  const act = useAct();
  const duplicates = isFailure(act.error, 'duplicate_found') ? (act.error.data as Matches) : undefined;
  const parts = usePartsOf(preview, duplicates ?? preview);
  const convert = (isSure: boolean): void => act.run(() => onConvert(conversionOf(preview, choices, isSure)));
  if (!preview.canConvert) {
    return (
      <>
        {preview.blockers.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
        <Button onPress={onCancel}>Cancel</Button>
      </>
    );
  }
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        convert(false);
      }}
    >
      <Sentence error={duplicates ? sameRecords : act.error} more={problemsOf(act.error, []).others} />
      {parts.map(({ part, label, offered }) => (
        <Part
          key={part}
          label={label}
          offered={offered}
          chosen={choices[part]}
          onChoose={(value) => setChoices({ ...choices, [part]: value })}
        />
      ))}
      <WhatGoesAlong preview={preview} />
      {duplicates && (
        <p className="whole">
          <Button isPending={act.isRunning} onPress={() => convert(true)}>
            Convert all the same
          </Button>
        </p>
      )}
      <SaveButtons act={act} onCancel={onCancel} label="Convert" />
    </form>
  );
}

const sameRecords = new Error('There are records that may be the same. Take one of them, or convert all the same.');

interface PartOfConversion {
  readonly part: keyof Choices;
  readonly label: string;
  readonly offered: readonly Choice[];
}

/** A part for which the person lacks a permission is not made. */
function usePartsOf({ customer, contact, opportunity }: Preview, matches: Matches): readonly PartOfConversion[] {
  const { permissions } = usePerson();
  const made = (list: string, word: string, values: object): Choice => ({
    value: 'create',
    text: `New ${word}: ${nameOf(list, { id: '', ...values })}`,
  });
  const mayFill = permissions.includes('contacts.write');
  const mayOpen = permissions.includes('opportunities.write');
  const isPerson = mayFill && typeof contact.values['lastName'] === 'string';
  return [
    {
      part: 'customer',
      label: 'Customer',
      offered: [made('customers', 'customer', customer.values), ...existing(matches.customerMatches)],
    },
    {
      part: 'contact',
      label: 'Contact',
      offered: [
        ...(isPerson ? [made('contacts', 'contact', contact.values)] : []),
        ...(mayFill ? existing(matches.contactMatches) : []),
        { value: 'none', text: 'No contact' },
      ],
    },
    {
      part: 'opportunity',
      label: 'Opportunity',
      offered: [
        ...(mayOpen ? [made('opportunities', 'opportunity', opportunity.values)] : []),
        { value: 'none', text: 'No opportunity' },
      ],
    },
  ];
}

function existing(matches: readonly Match[]): readonly Choice[] {
  return matches.flatMap((match) => (match.id === null ? [] : [{ value: match.id, text: matchInWords(match) }]));
}

interface PartProps {
  readonly label: string;
  readonly offered: readonly Choice[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

function Part({ label, offered, chosen, onChoose }: PartProps): ReactNode {
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {offered.map(({ value, text }) => (
        <label key={value} className="flag" dir="auto">
          <input type="radio" name={label} checked={value === chosen} onChange={() => onChoose(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function WhatGoesAlong({ preview }: { readonly preview: Preview }): ReactNode {
  const { activityCount, campaignMemberCount, unmappedCustomFields, customerMatches, contactMatches } = preview;
  const isHidden = [...customerMatches, ...contactMatches].some(({ id }) => id === null);
  return (
    <div className="hint whole">
      <p>{`Activities that go along: ${activityCount}. Memberships of campaigns: ${campaignMemberCount}.`}</p>
      {unmappedCustomFields.length > 0 && <p>{`Fields that go nowhere: ${unmappedCustomFields.join(', ')}.`}</p>}
      {isHidden && <p>A record that you may not see has the same marks.</p>}
    </div>
  );
}
