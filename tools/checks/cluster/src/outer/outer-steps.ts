import type { Step } from '../step.ts';
import { remains } from '../steps/remains.ts';
import { authorities, formerKey, logins, neededKey, passwords, rings, wrongAuthority } from './changes.ts';
import { installing } from './installing.ts';
import type { OuterInstallation } from './outer-installation.ts';

/** The steps of an installation on servers outside of the cluster, over TLS of a private authority, where a namespace allows nothing. */
export function outerSteps(installation: OuterInstallation): readonly Step[] {
  const step = (name: string, run: (installation: OuterInstallation) => Promise<string>): Step => ({
    name,
    run: () => run(installation),
  });
  return [
    step('an installation on servers outside of the cluster', installing),
    step('rings of keys change', rings),
    step('a key that is needed goes', neededKey),
    step('a key that nothing needs goes', formerKey),
    step('passwords of roles change', passwords),
    step('logins of Redis, Kafka and the mail server change', logins),
    step('an upgrade trusts another authority', wrongAuthority),
    step("the servers' authority changes", authorities),
    step('uninstall beside the servers', async ({ scene: { cluster, release } }) => {
      await release.uninstall();
      const made = ['rapport', 'rapport-redis', 'rapport-mail', 'crm-kafka'];
      await cluster.kubectl('delete', 'secret', ...made);
      await cluster.kubectl('delete', 'configmap', 'company-authorities', 'strangers');
      // The namespace came with these.
      await cluster.kubectl('delete', 'resourcequota', cluster.namespace);
      await cluster.kubectl('delete', 'networkpolicy', 'default-deny');
      return remains(cluster);
    }),
  ];
}
