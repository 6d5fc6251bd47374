/** Says what a step needs and does not have. */
export class Skipped extends Error {}
