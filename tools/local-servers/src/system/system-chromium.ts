import { programOrReason, type ProgramOrReason } from './system-program.ts';

/** The system's Chromium, which root installs from its packages, or the reason why it is missing. */
export function systemChromium(): Promise<ProgramOrReason> {
  return programOrReason({ title: 'Chromium', program: 'chromium', systemPackage: 'chromium' });
}
