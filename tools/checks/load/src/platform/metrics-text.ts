/** One line of what a management port says of its service. */
export interface Sample {
  readonly name: string;
  readonly value: number;
}

export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^([a-z_:][\w:]*)(?:\{.*?\})? (\S+)/i.exec(line) ?? [];
    return name === '' ? [] : [{ name, value: Number(value) }];
  });
}

/** The sum over all series of these names; null where the service has none of them. */
export function sumOf(samples: readonly Sample[], ...names: readonly string[]): number | null {
  const values = samples.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}
