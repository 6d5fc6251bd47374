import type { ConversionMode } from '@rapport/kinds';
import type { Target } from './lead-mapping.ts';
import type { Values } from './values.ts';

/** A target as the caller asks for it. One that it leaves out is as the preview suggests. */
export interface RequestedTarget {
  readonly mode: ConversionMode;
  /** The record that is filled, where the mode is `existing`. */
  readonly existingId?: string | null | undefined;
  /** They lie over what comes from the lead. */
  readonly values?: Values | null | undefined;
}

export interface ConversionRequest {
  readonly leadId: string;
  /** The version of the lead that the caller saw; any other one is refused. */
  readonly version?: string | null | undefined;
  readonly targets: Readonly<Partial<Record<Target, RequestedTarget | null | undefined>>>;
  readonly overwritesExisting: boolean;
  readonly movesActivities: boolean;
  /** The owner of each record that is made; the lead's by default. */
  readonly ownerUserId?: string | null | undefined;
  readonly skipsDuplicateCheck: boolean;
}
