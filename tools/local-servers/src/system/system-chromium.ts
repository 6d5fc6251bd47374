import { systemProgram } from './system-program.ts';

/** The system's Chromium, which root installs from its packages, or the reason why it is missing. */
export async function systemChromium(): Promise<{ readonly program: string } | { readonly missing: string }> {
  const say = (line: string): unknown => process.stderr.write(`${line}\n`);
  try {
    const chromium = { title: 'Chromium', program: 'chromium', systemPackage: 'chromium' };
    return { program: await systemProgram(chromium, say) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
