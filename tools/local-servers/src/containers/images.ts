/** An official image. */
export interface OfficialImage {
  readonly repository: string;
  readonly tag: string;
}

export type ImageName = keyof typeof officialImages;

/** The images of the servers, by tag. The chart and the containers of this machine take their names from here. */
export const officialImages = {
  postgres: { repository: 'postgres', tag: '18' },
  redis: { repository: 'redis', tag: '7' },
  kafka: { repository: 'apache/kafka', tag: '4.3.1' },
  haproxy: { repository: 'haproxy', tag: '2.6' },
} as const satisfies Readonly<Record<string, OfficialImage>>;

export function nameOf({ repository, tag }: OfficialImage): string {
  return `${repository}:${tag}`;
}
