/** The report of one run of Vitest: the process of Vitest writes it and the word `test` reads it. */
export interface RunReport {
  readonly files: readonly FileReport[];
  /** The first lines of errors outside of any file, such as a server of the run that did not start. */
  readonly errors: readonly string[];
}

export interface FileReport {
  /** The path below the root of the workspace. */
  readonly file: string;
  /** The project of Vitest that ran it. */
  readonly project: string;
  readonly durationMs: number;
  /** Why the file could not be loaded, or what failed around its tests. */
  readonly failure?: string;
  readonly tests: readonly TestReport[];
}

export interface TestReport {
  /** It is the same in every run of the same file. */
  readonly id: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** The first line of the failure. */
  readonly failure?: string;
}

/** The variable of the environment that names the file for the report. */
export const reportVariable = 'RAPPORT_TEST_REPORT';
