import type { Cluster } from '../cluster/cluster.ts';

/** The names in the notes: the keys of the installation, what lets its Jobs out, and the volumes of its stores. */
const promised = [
  'networkpolicy.networking.k8s.io/rapport-jobs',
  'persistentvolumeclaim/data-rapport-kafka-0',
  'persistentvolumeclaim/data-rapport-postgres-0',
  'secret/rapport-secrets',
];

/** Every namespace has these by itself. */
const ofEveryNamespace = ['configmap/kube-root-ca.crt', 'serviceaccount/default'];

/** The remains of a release. Throws where they are more than the notes name. */
export async function remains(cluster: Cluster): Promise<string> {
  const kinds = (await cluster.kubectl('api-resources', '--verbs=list', '--namespaced', '--output=name'))
    .split('\n')
    .filter((kind) => kind !== '' && !/^events\b|\.metrics\.k8s\.io$/.test(kind));
  const listed = async (): Promise<string[]> =>
    (await cluster.kubectl('get', kinds.join(','), '--output=name', '--ignore-not-found'))
      .split('\n')
      .filter((name) => name !== '' && !ofEveryNamespace.includes(name));
  let last: string[] = [];
  // Slices of endpoints and pods of Jobs go after what they belong to.
  await cluster
    .until(
      'Nothing more stays',
      async () => {
        last = await listed();
        return last.every((name) => promised.includes(name));
      },
      60_000,
    )
    .catch(() => {
      throw new Error(`More stays than the notes say: ${last.filter((name) => !promised.includes(name)).join(', ')}`);
    });
  return last.length === 0 ? 'nothing stays' : `these stay: ${last.join(', ')}`;
}
