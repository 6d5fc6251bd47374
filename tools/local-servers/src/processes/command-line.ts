/** A command and its arguments, without a shell between. */
export type CommandLine = readonly [command: string, ...arguments: string[]];
