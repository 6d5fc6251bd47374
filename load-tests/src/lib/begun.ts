/** k6 has a console of its own, whose text goes to standard error. */
declare const console: { log(text: string): void };

/** Says that the preparation is over, for what is done to the platform at certain times of the run. */
export function begun<Prepared>(prepared: Prepared): Prepared {
  console.log('begun');
  return prepared;
}
