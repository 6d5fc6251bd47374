import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chartFolder } from '@rapport/generate';
import { bringProgram, goPrograms } from '@rapport/local-platform/programs';
import { projectRoot } from '@rapport/local-platform/project';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);

/** An object of Kubernetes, of which the tests know only what they ask. */
export interface Rendered {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly spec?: unknown;
  readonly data?: Record<string, string>;
}

/** The text that Helm renders of the chart, with files of values of its own and values as `--set` takes them. */
export async function renderedText(
  files: readonly string[],
  sets: readonly string[] = [],
  chart = chartFolder,
): Promise<string> {
  const brought = await bringProgram(goPrograms.helm, projectRoot, () => undefined);
  if ('missing' in brought) {
    throw new Error(brought.missing);
  }
  const words = [
    ...files.flatMap((file) => ['-f', `${chartFolder}/${file}`]),
    ...sets.flatMap((set) => ['--set', set]),
  ];
  const { stdout } = await run(brought.program, ['template', 'rapport', chart, '--namespace', 'crm', ...words], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

export async function rendered(files: readonly string[], sets: readonly string[] = []): Promise<Rendered[]> {
  const documents = parseAllDocuments(await renderedText(files, sets));
  return documents.flatMap((document) => (document.contents === null ? [] : [document.toJS() as Rendered]));
}

/** The sentence with which Helm refuses values. */
export async function refusalOf(files: readonly string[], sets: readonly string[]): Promise<string> {
  return rendered(files, sets).then(
    () => 'it was rendered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly priorityClassName?: string;
  readonly affinity?: unknown;
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
  readonly securityContext: Record<string, unknown>;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly emptyDir?: { readonly sizeLimit?: string };
    readonly secret?: { readonly secretName?: string; readonly items?: readonly { readonly key: string }[] };
  }[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly resources: { readonly requests?: Record<string, string>; readonly limits?: Record<string, string> };
  readonly securityContext: Record<string, unknown>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

/** The pods that objects make, by the names of the objects. */
export function podsOf(objects: readonly Rendered[]): Map<string, PodSpec> {
  const pods = objects.flatMap(({ kind, metadata, spec }): [string, PodSpec][] => {
    if (kind === 'Pod') {
      return [[metadata.name, spec as PodSpec]];
    }
    const template = (spec as { template?: { spec: PodSpec } } | undefined)?.template;
    return template === undefined ? [] : [[metadata.name, template.spec]];
  });
  return new Map(pods);
}
