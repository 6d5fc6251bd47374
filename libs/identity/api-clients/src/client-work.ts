import { statement, type Database } from '@rapport/database';
import { changeView } from '@rapport/records';
import type { CellWork } from '@rapport/sagas';

/** Registers the work that a change of an API client leaves in its cell. A client's first view is no change of view. */
export function registerClientWork(cellWork: CellWork, database: Database): void {
  cellWork.register('client', async (context, { principalId: clientId }) => {
    const [client] = await database.control.query<ClientInControl>(context, findClient.with({ clientId }));
    if (client && client.viewNumber > 1) {
      const { number, cell, viewNumber } = client;
      await changeView(context, database.tenant({ number, cell }), clientId, viewNumber);
    }
  });
}

type ClientInControl = { number: number; cell: string; viewNumber: number };

const findClient = statement(
  'cell_work_client',
  `select tenant.number, tenant.cell, api_client.view_number as "viewNumber" from control.api_client
    join control.tenant on tenant.id = api_client.tenant_id where api_client.id = :clientId`,
);
