import { countOf, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { countedResources } from '@rapport/crm-records';
import type { Database } from '@rapport/database';
import { asOwner, recoverCell, recoverControl, type RecoveredCell } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { ownersAccess, type Here } from '../migrating/migrate.ts';

interface RecoverValues {
  readonly cell: string | undefined;
  readonly control: boolean;
  readonly 'last-invoice': string;
}

export async function recover(
  here: Here | undefined,
  { cell, control, 'last-invoice': lastInvoice }: RecoverValues,
  terminal: Pick<Terminal, 'say'>,
): Promise<Outcome> {
  if ((cell === undefined) !== control) {
    throw new WrongUse('Name either --cell NAME or --control.');
  }
  const invoice = countOf('last-invoice', lastInvoice, 0);
  if (invoice > 0 && !control) {
    throw new WrongUse('--last-invoice belongs to --control.');
  }
  const context = untracedContext();
  const say = (line: string): void => terminal.say(line);
  const work = async (database: Database): Promise<Outcome> => {
    if (cell === undefined) {
      const document = await recoverControl(context, database, invoice);
      return {
        document,
        text: `Control gives tenants numbers above ${document.highestTenant}, and no token of before is good.\nRecover each cell that was brought back too, with --cell.`,
      };
    }
    const document = await recoverCell(context, database, { cell, counted, say });
    return { document, text: linesOf(cell, document).join('\n') };
  };
  return asOwner(await ownersAccess(here), work, { postgresConnectMs: patientMs, postgresQueryMs: forAllPrincipalsMs });
}

/** One statement raises the views of all people and clients of a cell, and one counts all records of a tenant. */
const forAllPrincipalsMs = 600_000;
/** A server that was just brought back may be busy with its own recovery. */
const patientMs = 10_000;

const counted = countedResources.map(({ table }) => table);

function linesOf(cell: string, { epoch, recovered, begun, erased, unknown }: RecoveredCell): string[] {
  return [
    `${cell} is open in epoch ${epoch}: ${recovered.length} tenants recovered, ${begun.length} of them without a record, ${erased.length} deleted ones erased again.`,
    ...(unknown.length > 0 ? [`Control does not know the tenants ${unknown.join(', ')}; they stay as they are.`] : []),
  ];
}
