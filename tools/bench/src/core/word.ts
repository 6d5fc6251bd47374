/** What a bench found: for people and for programs. */
export interface BenchOutcome {
  readonly document: object;
  readonly text: string;
}

/** What was said behind the word, by the names of the options. */
export type BenchFigures = Readonly<Record<string, number | undefined>>;

/** One word behind `bench`. */
export type BenchWord = (figures: BenchFigures, say: (line: string) => void) => Promise<BenchOutcome>;
