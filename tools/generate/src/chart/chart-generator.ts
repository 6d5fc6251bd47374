import { officialImages } from '@rapport/local-servers/images';
import { edgeFile, servicesFile } from './service-files.ts';
import { valuesPage, valuesSchema } from './values-files.ts';

/** For `generate`: the files of the chart that follow from the code. */
export const chartGenerator = {
  name: 'files of the chart',
  run: async (): Promise<Record<string, string>> => ({
    'charts/rapport/files/haproxy.cfg': edgeFile(),
    'charts/rapport/files/images.json': `${JSON.stringify(officialImages, null, 2)}\n`,
    'charts/rapport/files/services.json': await servicesFile(),
    'charts/rapport/values.schema.json': valuesSchema(),
    'charts/rapport/README.md': await valuesPage(),
  }),
};
