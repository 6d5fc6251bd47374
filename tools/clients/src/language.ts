/** The documents from which clients are made, by the names of what is generated. */
export const documentNames = ['public', 'application'] as const;
export type DocumentName = (typeof documentNames)[number];

/** A program's environment. */
export interface Credentials {
  readonly BASE_URL: string;
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
}

/** A language in which clients are generated, compiled and played. Its folder has both documents as `NAME.json`. */
export interface Language {
  readonly name: string;
  /** Brings what it needs, or says in one sentence what is missing. */
  readonly bring: () => Promise<{ readonly tools: Tools } | { readonly missing: string }>;
}

export interface Tools {
  /** Generates the client of a document, and gives the operations that it has, by any spelling of their ids. */
  readonly generate: (folder: string, document: DocumentName) => Promise<readonly string[]>;
  readonly compile: (folder: string) => Promise<void>;
  /** The output of the program. */
  readonly play: (folder: string, credentials: Credentials) => Promise<string>;
}
