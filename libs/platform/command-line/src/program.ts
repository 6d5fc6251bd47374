/** The name of this program: a checkout has it as a file, and the image on its PATH, as a bundle. */
export const program = import.meta.filename.endsWith('.js') ? 'rapport' : './rapport';
