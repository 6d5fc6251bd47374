import { startPublicApi } from '@rapport/public-api';
import { NameFanOut } from '@rapport/records';

/** A change of a name is noted, and no record that shows the name hears of it. */
await startPublicApi({
  replace: (container) => {
    const fanOut: Pick<NameFanOut, 'run' | 'sweep'> = {
      run: () => Promise.resolve(),
      sweep: () => Promise.resolve('stamped'),
    };
    Object.assign(container.get(NameFanOut), fanOut);
  },
});
