import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { canInstallPackages, installPackages } from './system-packages.ts';

/** The Python that the system's packages belong to. Another one may stand before it in the path. */
const python = '/usr/bin/python3';

/** The system's Python with these modules, which root installs from its packages, or the reason why it is missing. */
export async function systemPython(
  packages: Readonly<Record<string, string>>,
): Promise<{ readonly python: string } | { readonly missing: string }> {
  const names = Object.values(packages);
  if (await imports(Object.keys(packages))) {
    return { python };
  }
  if (!(await canInstallPackages())) {
    return { missing: `the packages ${names.join(' and ')} are not installed` };
  }
  try {
    await installPackages(['python3', ...names]);
  } catch (cause) {
    return { missing: `the packages ${names.join(' and ')} cannot be installed: ${String(cause)}` };
  }
  return (await imports(Object.keys(packages))) ? { python } : { missing: `${python} does not find them` };
}

function imports(modules: readonly string[]): Promise<boolean> {
  return promisify(execFile)(python, ['-c', `import ${modules.join(', ')}`]).then(
    () => true,
    () => false,
  );
}
