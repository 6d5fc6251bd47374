import { programOrReason, type ProgramOrReason } from './system-program.ts';

/** A program of the system's Prometheus, which root installs from its packages, or the reason why it is missing. */
export function systemPrometheus(program: 'prometheus' | 'promtool'): Promise<ProgramOrReason> {
  return programOrReason({ title: 'Prometheus', program, systemPackage: 'prometheus' });
}
