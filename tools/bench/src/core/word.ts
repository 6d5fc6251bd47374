/** The finding of a bench: a text for people and a document for programs. */
export interface BenchOutcome {
  readonly document: object;
  readonly text: string;
}

/** The values of the options, by their names. */
export type BenchFigures = Readonly<Record<string, number | undefined>>;

/** A bench of this checkout beside the one in the folder. */
export type CheckoutWord = (
  folder: string,
  figures: BenchFigures,
  say: (line: string) => void,
) => Promise<BenchOutcome>;

/** One word behind `bench`. */
export type BenchWord = (figures: BenchFigures, say: (line: string) => void) => Promise<BenchOutcome>;
