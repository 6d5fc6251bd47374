/** From each state of a kind to those to which a step leads from there. */
export type Steps<States extends readonly string[]> = Readonly<Record<States[number], readonly States[number][]>>;
