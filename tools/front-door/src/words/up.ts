import { join, resolve } from 'node:path';
import { countOf, Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import {
  detach,
  firstRequests,
  isSupervised,
  optionsNotTakenUp,
  ourParts,
  Platform,
  type PlatformOptions,
  readEnvFile,
  readMailUrl,
  readReplicas,
  readState,
  readStatus,
  requireSpace,
  runUntilStopped,
  type StateFile,
  fillSample,
} from '@rapport/local-platform';
import { stateFolder } from '@rapport/local-platform/project';

interface UpValues {
  readonly port: string;
  readonly 'management-port': string | undefined;
  readonly data: string | undefined;
  readonly replicas: string | undefined;
  readonly cells: string | undefined;
  readonly mail: string | undefined;
  readonly origin: string | undefined;
  readonly redirect: string | undefined;
  readonly env: string | undefined;
  readonly sample: boolean;
  readonly detach: boolean;
}

export async function up(values: UpValues, terminal: Terminal): Promise<Outcome> {
  const options: PlatformOptions = {
    port: readPort('port', values.port),
    managementPort: managementPortOf(values),
    dataDir: resolve(values.data ?? join(stateFolder, 'data')),
    replicas: readReplicas(values.replicas),
    cells: values.cells === undefined ? undefined : countOf('cells', values.cells),
    mailUrl: readMailUrl(values.mail),
    origins: readOrigins(values.origin),
    redirects: readRedirects(values.redirect),
    settings: await readEnvFile(values.env),
    stateFolder,
    durable: true,
    parts: ourParts,
    say: (line) => terminal.say(line),
  };
  const running = await readState();
  if (isSupervised(running)) {
    return upAlready(values, options, running, terminal);
  }
  await requireSpace(options.dataDir);
  terminal.say(`Starting Rapport on port ${options.port}, data in ${options.dataDir}`);
  if (values.detach) {
    await detach(options, terminal);
    await fillIfWanted(values, terminal);
    return outcome();
  }
  const platform = new Platform(options);
  const { stopped } = await runUntilStopped(platform, options.say);
  try {
    await fillIfWanted(values, terminal);
  } catch (error) {
    await platform.stop();
    throw error;
  }
  const { document, text } = await outcome();
  return { document, text: `${text}\nCtrl-C stops everything.`, until: stopped };
}

/** A platform that runs takes up what changed of the console, and the sample. */
async function upAlready(
  values: UpValues,
  options: PlatformOptions,
  running: StateFile,
  terminal: Terminal,
): Promise<Outcome> {
  const isSame = running.dataDir === options.dataDir && running.baseUrl === `http://localhost:${options.port}`;
  if (!isSame) {
    throw new Failure(`Rapport is up already at ${running.baseUrl}; stop it with ./rapport down first.`);
  }
  const missed = await optionsNotTakenUp(options, running);
  if (missed.length > 0) {
    throw new Failure(
      `Rapport is up already at ${running.baseUrl}, started without this ${missed.join(' and ')}; stop it with ./rapport down, then start it with every option that it is to have.`,
    );
  }
  await ourParts.bundleConsole();
  await fillIfWanted(values, terminal);
  const { document, text } = await outcome();
  const already = `Rapport is up already at ${running.baseUrl}, ${running.state}.`;
  return { document, text: values.sample ? `${already}\n${text}` : already };
}

async function fillIfWanted({ sample }: UpValues, terminal: Terminal): Promise<void> {
  if (!sample) {
    return;
  }
  const { baseUrl, demo, data } = await readStatus(false);
  if (baseUrl === null || demo === null || data === null) {
    throw new Failure('There is no demo tenant to fill.');
  }
  await fillSample({ baseUrl, dataDir: data.folder, demo }, (line) => terminal.say(line));
}

async function outcome(): Promise<{ document: object; text: string }> {
  const status = await readStatus(false);
  const { baseUrl, demo } = status;
  return {
    document: status,
    text: baseUrl === null || demo === null ? 'Ready.' : firstRequests(baseUrl, demo, status),
  };
}

/** A browser sends an origin in one form alone: without a path, in lower case, and without the usual port. */
function readOrigins(text: string | undefined): string[] {
  return listed(text).map((origin) => {
    const url = URL.parse(origin);
    if (url === null || !isWeb(url)) {
      throw new WrongUse(`--origin is a list of origins such as http://127.0.0.1:5173; ${origin} is none.`);
    }
    return url.origin;
  });
}

function readRedirects(text: string | undefined): string[] {
  return listed(text).map((address) => {
    const url = URL.parse(address);
    if (url === null || !isWeb(url) || url.hash !== '') {
      throw new WrongUse(
        `--redirect is a list of addresses such as https://app.example.com/callback; ${address} is none.`,
      );
    }
    return address;
  });
}

function isWeb({ protocol, username }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '';
}

function listed(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',').map((piece) => piece.trim());
}

function managementPortOf({ 'management-port': given }: UpValues): number | 'kept' {
  return given === undefined ? 'kept' : readPort('management-port', given);
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new WrongUse(`--${option} is a number from 1 to 65535.`);
  }
  return port;
}
