import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answered, api, bodyOf } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { Asked } from '../frame/asked.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { timeInWords } from '../values/times.tsx';
import { inWords } from '../words/labels.ts';
import { ofTenant } from './use-tenant.ts';

/** All data of the organisation, to take along. An export that is being made is looked at again soon. */
export function ExportsSection(): ReactNode {
  const { run, isRunning, error } = useAct();
  const asked = useQuery({
    queryKey: ['exports'],
    queryFn: () => bodyOf(api.listOwnExports(ofTenant())),
    refetchInterval: ({ state }) => (state.data?.exports.some(isAtWork) ? 3_000 : false),
  });
  const order = async (): Promise<void> => {
    await answered(api.orderOwnExport(ofTenant()));
    await queries.invalidateQueries({ queryKey: ['exports'] });
  };
  return (
    <section aria-label="Exports">
      <h2>Exports</h2>
      <Sentence error={error} />
      <Asked of={asked}>
        {({ exports }) =>
          exports.length > 0 && (
            <PlainTable
              label="Exports"
              heads={['Ordered', 'State', 'Kept until', 'Files']}
              rows={exports.map(({ exportId, state, createdOnUtc, expiresOnUtc, failure: why, files }) => [
                timeInWords(createdOnUtc),
                `${inWords(state)}${why === null ? '' : `: ${why}`}`,
                expiresOnUtc && timeInWords(expiresOnUtc),
                files.map(({ name, bytes }) => (
                  <Button key={name} onPress={() => run(() => download(exportId, name))}>
                    {`${name} (${bytes.toLocaleString()} bytes)`}
                  </Button>
                )),
              ])}
            />
          )
        }
      </Asked>
      <Button isDisabled={isRunning} onPress={() => run(order)}>
        Export all data
      </Button>
    </section>
  );
}

function isAtWork({ state }: { readonly state: string }): boolean {
  return state === 'queued' || state === 'running';
}

/** The service asks for the token, so the page fetches the file and hands it to the browser. */
async function download(exportId: string, name: string): Promise<void> {
  const { tenantId } = ofTenant().params;
  const { body } = await answered(api.fetchOwnExportFile({ params: { tenantId, exportId, name } }));
  const address = URL.createObjectURL(await new Response(body as ReadableStream).blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
