export type { ConversionPreview } from './conversion-preview.ts';
export type { ConversionRequest } from './conversion-request.ts';
export type { ConversionRights } from './conversion-rights.ts';
export type { ConversionStores } from './conversion-stores.ts';
export { LeadConversion } from './lead-conversion.ts';
