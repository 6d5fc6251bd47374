import { searchWindow } from '@rapport/kernel';

/** Where a search changes its way. No bound changes what it finds. */
export interface SearchBounds {
  /** How many records a search sorts at most; past more of them it walks in the order of an index. */
  readonly shortMax: number;
  /** How many records are counted, and how many more, so that a total is known to be above it while fewer change. */
  readonly countMax: number;
  readonly spareMax: number;
  /** How many blocks of texts a sample has, and how many texts it has at least where it says anything. */
  readonly sampleBlocks: number;
  readonly sampleMin: number;
  /**
   * The share of the texts that makes a word common: counting along the texts is then cheaper than by its trigrams. The
   * trigrams cost as many texts as have the rarest word, the way along the texts the more the fewer have all words. So of
   * several words the product of both shares is held against the square of this.
   */
  readonly commonShare: number;
  /** How many records an index finds at most where no other index is worth a question. */
  readonly fewMax: number;
  /** How many records a walk takes at least and at first at most, before their texts are asked. */
  readonly walkMin: number;
  readonly walkMax: number;
}

export const searchBounds: SearchBounds = {
  shortMax: searchWindow,
  countMax: searchWindow,
  spareMax: 500,
  sampleBlocks: 30,
  sampleMin: 100,
  commonShare: 0.15,
  fewMax: 200,
  walkMin: 1_000,
  walkMax: 100_000,
};
