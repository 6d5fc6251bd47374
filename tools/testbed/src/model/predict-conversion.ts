import { kindOf, mappedValues, targets, type Conversion, type Target } from './conversion.ts';
import type { Model } from './model.ts';
import type { ModelRecord, Viewer } from './model-record.ts';
import { invalid, notFound, type Prediction } from './predict.ts';

/** A conversion as it is asked for. What it names may not be there, or be hidden from the caller. */
export interface AskedConversion extends Omit<Conversion, 'lead' | 'plan'> {
  readonly lead: ModelRecord | undefined;
  readonly version?: string | undefined;
  /** A target that is undefined names a record that is not there. */
  readonly plan: Readonly<Record<Target, Conversion['plan'][Target] | undefined>>;
}

/** The refusals in their order, or the success. */
export function predictConversion(model: Model, viewer: Viewer, asked: AskedConversion): Prediction {
  const { lead, version, ownerId } = asked;
  if (lead === undefined || !model.sees(viewer, lead)) {
    return notFound;
  }
  if (lead.state === 'converted') {
    return { status: 409, code: 'lead_converted' };
  }
  if (version !== undefined && version !== String(lead.version)) {
    return { status: 409, code: 'concurrency_conflict' };
  }
  const isStranger = ownerId !== undefined && !model.users.some(({ id }) => id === ownerId);
  const wrong = targets.flatMap((target) => wrongIn(model, viewer, lead, target, asked));
  const all = [...(isStranger ? ['ownerUserId'] : []), ...wrong];
  return all.length === 0 ? { status: 200 } : invalid(all);
}

/** The paths of what is wrong with a target. */
function wrongIn(model: Model, viewer: Viewer, lead: ModelRecord, target: Target, asked: AskedConversion): string[] {
  const planned = asked.plan[target];
  if (planned === 'none') {
    return [];
  }
  if (planned === 'create') {
    const values = mappedValues(model, lead, target);
    return target === 'contact' && values['lastName'] === undefined
      ? ['contact.values.lastName']
      : model.fields.problems(kindOf[target], values, true).map((path) => `${target}.values.${path}`);
  }
  const { customer } = asked.plan;
  const [customerId = null, wantedId] = [planned?.members['customerId'], typeof customer === 'object' && customer.id];
  // Of a customer that is refused itself the contact cannot be another one's.
  const isOfAnother =
    target === 'contact' &&
    customerId !== null &&
    customerId !== wantedId &&
    wrongIn(model, viewer, lead, 'customer', asked).length === 0;
  const isSeen = planned !== undefined && model.sees(viewer, planned);
  return isSeen && !isOfAnother ? [] : [`${target}.${target}Id`];
}
