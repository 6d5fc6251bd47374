import { searchWindow } from '@rapport/kernel';

/** The bounds of a search's ways. No bound changes what it finds. */
export interface SearchBounds {
  /** The most records that a search sorts; past more of them it walks in the order of an index. */
  readonly shortMax: number;
  /** The most records that are counted, and so many more that a total is known to be above it while fewer change. */
  readonly countMax: number;
  readonly spareMax: number;
  /** The blocks of texts that a sample has, and the fewest texts that it has where it says anything. */
  readonly sampleBlocks: number;
  readonly sampleMin: number;
  /**
   * The share of the texts that makes a word common: counting along the texts is then cheaper than by its trigrams. The
   * trigrams cost as many texts as have the rarest word, the way along the texts the more the fewer have all words. So of
   * several words the product of both shares is held against the square of this.
   */
  readonly commonShare: number;
  /** The most records that an index finds where no other index is worth a question. */
  readonly fewMax: number;
  /** The fewest records that a walk takes, and the most at first, before their texts are asked. */
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
