import type { KindName, Members, ResourceName } from './kinds.ts';

/** A field that a tenant may add. */
export interface FieldPlan {
  readonly key: string;
  readonly fieldType: 'text' | 'number';
  readonly isRequired: boolean;
}

/** A value as a body sends it; an empty text clears. */
export interface SentValue {
  readonly key: string;
  readonly value: string | number;
}

interface Field extends FieldPlan {
  isEnabled: boolean;
}

/** The custom fields that a tenant has defined. */
export class CustomFields {
  readonly #fields = new Map<KindName, Field[]>();
  readonly #changes = new Map<ResourceName, number>();

  /** The number of changes of a resource's definitions. */
  changes(resource: ResourceName): number {
    return this.#changes.get(resource) ?? 0;
  }

  defined(resource: KindName): readonly FieldPlan[] {
    return this.#of(resource);
  }

  /** Defines a field; one that is there is disabled, and a disabled one enabled again. */
  change(resource: ResourceName, plan: FieldPlan): 'create' | 'disable' | 'enable' {
    this.#changes.set(resource, this.changes(resource) + 1);
    const field = this.#of(resource).find(({ key }) => key === plan.key);
    if (field === undefined) {
      this.#fields.set(resource, [...this.#of(resource), { ...plan, isEnabled: true }]);
      return 'create';
    }
    field.isEnabled = !field.isEnabled;
    return field.isEnabled ? 'enable' : 'disable';
  }

  /** The places of a body that the definitions make wrong. */
  problems(resource: KindName, { customFields = [] }: Members, isCreate: boolean): string[] {
    // No body of these operations has anything else there.
    const sent = customFields as readonly SentValue[];
    const wrong = sent.flatMap(({ key, value }, index) => {
      const field = this.#of(resource).find((one) => one.key === key);
      if (field?.isEnabled !== true) {
        return [`customFields[${index}].key`];
      }
      const isWrong = value === '' ? field.isRequired && !isCreate : !isOfType(field, value);
      return isWrong ? [`customFields[${index}].value`] : [];
    });
    const isLacking = this.#of(resource).some(
      ({ key, isEnabled, isRequired }) =>
        isEnabled && isRequired && !sent.some((one) => one.key === key && one.value !== ''),
    );
    return isCreate && isLacking ? [...wrong, 'customFields'] : wrong;
  }

  /** The stored values after a write. */
  merged(before: Members, { customFields = [] }: Members): Members {
    const values = { ...before };
    for (const { key, value } of customFields as readonly SentValue[]) {
      if (value === '') {
        delete values[key];
      } else {
        values[key] = value;
      }
    }
    return values;
  }

  /** The values in an answer: those that are set and whose fields are enabled, in the order of the definitions. */
  shown(resource: KindName, values: Members): SentValue[] {
    return (
      this.#of(resource)
        .filter(({ key, isEnabled }) => isEnabled && key in values)
        // Bodies alone write values.
        .map(({ key }) => ({ key, value: values[key] as SentValue['value'] }))
    );
  }

  /** Those of the shown values for which records of another kind have a field. */
  carried(values: readonly SentValue[], to: KindName): SentValue[] {
    return values.filter(({ key: sent }) => this.#of(to).some(({ key, isEnabled }) => isEnabled && key === sent));
  }

  #of(resource: KindName): readonly Field[] {
    return this.#fields.get(resource) ?? [];
  }
}

function isOfType({ fieldType }: Field, value: string | number): boolean {
  return typeof value === (fieldType === 'number' ? 'number' : 'string');
}
