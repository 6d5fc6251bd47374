import { canInstallPackages, findProgram, installPackages } from './system-packages.ts';

/** A program of a package of the system. */
export interface SystemProgram {
  /** The name that people use. */
  readonly title: string;
  readonly program: string;
  readonly systemPackage: string;
}

/** The path of a program, or the reason why it is missing. */
export type ProgramOrReason = { readonly program: string } | { readonly missing: string };

/** For what is skipped, with the reason, where the program is not to be had. */
export async function programOrReason(wanted: SystemProgram): Promise<ProgramOrReason> {
  try {
    return { program: await systemProgram(wanted) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

/** The path of the program. Root installs it from the system's packages where it is missing. */
export async function systemProgram(
  { title, program, systemPackage }: SystemProgram,
  say: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Promise<string> {
  const missing = `${title} is not installed: install the package ${systemPackage} with the package manager of your system, for example with \`sudo apt-get install ${systemPackage}\`.`;
  const found = await findProgram(program);
  if (found !== undefined) {
    return found;
  }
  if (!(await canInstallPackages())) {
    throw new Error(missing);
  }
  say(`${title} is not installed; installing ${systemPackage} from the packages of the system`);
  await installPackages([systemPackage]).catch((cause: unknown) => {
    throw new Error(`${title} cannot be installed: ${String(cause)}. ${missing}`, { cause });
  });
  const installed = await findProgram(program);
  if (installed === undefined) {
    throw new Error(missing);
  }
  return installed;
}
