import { fittingImage } from './containers/fitting-image.ts';
import { officialImages, type ImageName } from './containers/images.ts';
import { haproxyProgram } from './haproxy/haproxy-program.ts';
import { prepareKafka } from './kafka/kafka.ts';
import { redisProgram } from './redis/redis-program.ts';
import { serversWay, type ServersWay } from './servers-way.ts';

/** Brings what the servers need on this machine, or fails with a sentence that says what is missing. */
export async function prepareServers(say: (line: string) => void, way: ServersWay = serversWay()): Promise<void> {
  if (way === 'processes') {
    await redisProgram(say);
    await haproxyProgram(say);
    await prepareKafka(say);
    return;
  }
  for (const image of Object.keys(officialImages) as ImageName[]) {
    await fittingImage(image, say);
  }
}
