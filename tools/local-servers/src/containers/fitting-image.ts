import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isNewEnough } from '../haproxy/haproxy-program.ts';
import { containerEngine, type Engine } from './engine.ts';
import { nameOf, officialImages, type ImageName } from './images.ts';
import { labelsOf } from './left-containers.ts';

/** The name of the image, which is fetched where it is not there. It fails where that holds another version. */
export async function fittingImage(image: ImageName, say: (line: string) => void = () => undefined): Promise<string> {
  const { ImageName } = await import('testcontainers');
  const name = ImageName.fromString(nameOf(officialImages[image])).string;
  const engine = await containerEngine();
  const id = (await idOf(engine, name)) ?? (await fetch(engine, name, say));
  known.set(id, known.get(id) ?? (await outputOf(engine, id, versions[image].command)));
  const output = known.get(id) ?? '';
  if (!versions[image].fits(output)) {
    const found = output.trim().split('\n', 1)[0] ?? '';
    throw new Error(
      `The image ${name} holds another version than ${officialImages[image].tag} (${found.slice(0, 100)}): remove it with docker rmi ${name}, and it is fetched anew.`,
    );
  }
  return name;
}

/** The version of each image that this process has looked at, by the image's id. */
const known = new Map<string, string>();

interface Version {
  readonly command: readonly [string, ...string[]];
  fits(output: string): boolean;
}

const kafkaLibrary = `/kafka-clients-${officialImages.kafka.tag}.jar`;

/** Each image says so which version it holds. */
const versions: Readonly<Record<ImageName, Version>> = {
  postgres: {
    command: ['postgres', '--version'],
    fits: (output) => /PostgreSQL\) (\d+)/.exec(output)?.[1] === officialImages.postgres.tag,
  },
  redis: {
    command: ['redis-server', '--version'],
    fits: (output) => /v=(\d+)/.exec(output)?.[1] === officialImages.redis.tag,
  },
  // A Java program takes seconds to say its version, and its libraries bear it in their names.
  kafka: {
    command: ['find', '/opt/kafka/libs', '-name', 'kafka-clients-*'],
    fits: (output) => output.includes(kafkaLibrary),
  },
  haproxy: { command: ['haproxy', '-v'], fits: isNewEnough },
};

async function idOf(engine: Engine, name: string): Promise<string | undefined> {
  const found = await engine
    .getImage(name)
    .inspect()
    .catch((error: unknown) => {
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) {
        return undefined;
      }
      throw error;
    });
  return found?.Id;
}

async function fetch(engine: Engine, name: string, say: (line: string) => void): Promise<string> {
  say(`Fetching the image ${name}`);
  const failure = await pull(engine, name).catch((error: unknown) =>
    error instanceof Error ? error.message.replace(/^\(HTTP code \d+\) /, '') : String(error),
  );
  const id = await idOf(engine, name);
  if (id === undefined) {
    throw new Error(
      `The image ${name} is not there and cannot be fetched (${(failure ?? 'no reason given').trim()}): load it with docker load, or let the engine reach its registry.`,
    );
  }
  return id;
}

/** Resolves with the engine's reason where it could not fetch the image. */
async function pull(engine: Engine, name: string): Promise<string | undefined> {
  const stream: NodeJS.ReadableStream = await engine.pull(name);
  return new Promise((resolve) => {
    engine.modem.followProgress(stream, (error: Error | null) => resolve(error?.message));
  });
}

/** The output of the command in a container of the image, which has no network and is gone afterwards. */
async function outputOf(engine: Engine, image: string, [program, ...words]: Version['command']): Promise<string> {
  const output = new PassThrough();
  const printed = text(output);
  const options = { Entrypoint: [program], Tty: false, Labels: labelsOf(), HostConfig: { NetworkMode: 'none' } };
  try {
    const [, container] = (await engine.run(image, words, [output, output], options)) as [
      unknown,
      { remove(options: object): Promise<unknown> },
    ];
    await container.remove({ force: true, v: true });
  } catch (error) {
    // An image without that program is none of these servers.
    return error instanceof Error ? error.message : String(error);
  } finally {
    output.end();
  }
  return printed;
}
