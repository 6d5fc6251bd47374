/** Makes committed files from what they are derived of: paths from the root of the workspace, and their whole content. */
export interface Generator {
  readonly name: string;
  run(): Promise<Record<string, string>>;
}

/** Every generator; each belongs to the lib whose files it writes. */
export const generators: readonly Generator[] = [];
