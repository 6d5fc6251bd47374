const isBundle = import.meta.filename.endsWith('.js');

/** The name of this program: a checkout has it as a file, and the image on its PATH, as a bundle. */
export const program = isBundle ? 'rapport' : './rapport';

export const introduction = isBundle
  ? 'Rapport inside of an installation, whose addresses and secrets stand in the environment.'
  : `Rapport on this machine: its servers, its services, its tests.

  ./rapport up        start everything, and print what to try first
  ./rapport status    what runs, and where
  ./rapport down      stop everything; the data stays`;
