/** The values of a request that a composed text names, each under a name of its own. */
export class GivenValues {
  readonly all: Record<string, unknown>;

  constructor(fixed: Readonly<Record<string, unknown>>) {
    this.all = { ...fixed };
  }

  /** A value's name as the text says it, with a number behind it where the name is taken. */
  add(name: string, value: unknown): string {
    let free = name;
    for (let nth = 2; free in this.all; nth += 1) {
      free = `${name}${nth}`;
    }
    this.all[free] = value;
    return `:${free}`;
  }
}
