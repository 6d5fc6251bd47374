/**
 * The hash of a key by which every client of Kafka finds its partition: murmur2, without its sign. The partition is the
 * hash modulo the number of partitions. It stands here, so that no event takes another partition by the choice of client.
 */
export function keyHash(key: Buffer): number {
  let hash = seed ^ key.length;
  const whole = key.length - (key.length % 4);
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(key.readInt32LE(at), factor);
    word ^= word >>> 24;
    hash = Math.imul(hash, factor) ^ Math.imul(word, factor);
  }
  if (whole < key.length) {
    hash = Math.imul(hash ^ key.readUIntLE(whole, key.length - whole), factor);
  }
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return (hash ^ (hash >>> 15)) & 0x7fff_ffff;
}

const seed = 0x9747_b28c;
const factor = 0x5bd1_e995;
