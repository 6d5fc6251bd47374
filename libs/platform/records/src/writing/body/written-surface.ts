import type { Columns, RecordDefinition } from '../../defining/definition.ts';
import { RecordShape } from '../../showing/shape.ts';
import type { Surface, WriteAnswer } from '../../defining/surface.ts';

/** The members that a surface's writes touch and answer. All else of a record stays as it is. */
export interface WrittenSurface {
  /** The members that the body writes. */
  readonly body: readonly string[];
  readonly answers: WriteAnswer;
  readonly hasExternalIds: boolean;
  readonly hasCustomFields: boolean;
  /** The shape of a write's answer. */
  readonly shape: RecordShape;
}

export function writtenSurface<C extends Columns>(
  definition: RecordDefinition<C>,
  { shows, writes, answers = 'record' }: Surface<C>,
): WrittenSurface {
  const shape = new RecordShape(definition, shows);
  return {
    body: writes,
    answers,
    hasExternalIds: shape.showsExternalId,
    hasCustomFields: shape.showsCustomFields,
    shape: answers === 'record' ? shape : new RecordShape(definition, ['id']),
  };
}
