import type { SystemProgram } from './system-program.ts';

/** A program of the system's Prometheus. */
export function systemPrometheus(program: 'prometheus' | 'promtool'): SystemProgram {
  return { title: 'Prometheus', program, systemPackage: 'prometheus' };
}
