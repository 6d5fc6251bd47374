import type { ReactNode } from 'react';
import { labelOf } from '../words/labels.ts';
import { codeField } from './choices.tsx';
import { inputField } from './text-fields.tsx';
import { textIn, type FieldProps, type ShownProps, type Typed } from './value-type.ts';

const parts = ['line1', 'line2', 'district', 'city', 'state', 'postalCode', 'countryCode'] as const;

export function AddressField({ label, typed, onType, problem }: FieldProps): ReactNode {
  const address = typed as Readonly<Record<string, string>>;
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {parts.map((part) => {
        const Field = part === 'countryCode' ? Country : Line;
        return (
          <Field
            key={part}
            label={labelOf(part)}
            member={{ type: 'text' }}
            typed={address[part] ?? ''}
            onType={(text) => onType({ ...address, [part]: textIn(text) })}
            problem={part === 'line1' ? problem : undefined}
          />
        );
      })}
    </fieldset>
  );
}

const Line = inputField({ type: 'text' });
const Country = codeField('country');

export function addressTyped(value: unknown): Typed {
  const address = (value ?? {}) as Readonly<Record<string, string | null>>;
  return Object.fromEntries(parts.map((part) => [part, address[part] ?? '']));
}

/** An address without any part is none. */
export function addressTaken(typed: Typed): unknown {
  const entries = Object.entries(typed as Readonly<Record<string, string>>).filter(([, text]) => text.trim() !== '');
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

export function ShownAddress({ value }: ShownProps): ReactNode {
  const { line1, line2, addressLine1, addressLine2, district, city, state, postalCode, countryCode } = (value ??
    {}) as Readonly<Record<string, string | null | undefined>>;
  const lines = [
    line1 ?? addressLine1,
    line2 ?? addressLine2,
    district,
    [postalCode, city].filter(Boolean).join(' '),
    [state, countryCode].filter(Boolean).join(' '),
  ].filter(Boolean);
  return (
    <address>
      {lines.map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </address>
  );
}
