/** A person of the sample's sales team. */
export interface TeamMember {
  readonly name: string;
  readonly email: string;
  readonly role: 'manager' | 'salesperson';
}

/** The manager sees everything, and each of the others what is theirs. */
export const salesTeam: readonly TeamMember[] = [
  { name: 'Mira Aydin', email: 'mira.aydin@demo.example', role: 'manager' },
  { name: 'Jonas Weber', email: 'jonas.weber@demo.example', role: 'salesperson' },
  { name: 'Sofia Rossi', email: 'sofia.rossi@demo.example', role: 'salesperson' },
  { name: 'Emre Demir', email: 'emre.demir@demo.example', role: 'salesperson' },
  { name: 'Claire Dubois', email: 'claire.dubois@demo.example', role: 'salesperson' },
  { name: 'Oliver Hughes', email: 'oliver.hughes@demo.example', role: 'salesperson' },
];
