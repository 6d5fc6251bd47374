import { installationSecrets, newPassword } from '@rapport/installation';
import { PrivateAuthority } from '@rapport/local-servers';
import { signUp } from '../steps/signing-up.ts';
import { letIntoKafka } from './logins.ts';
import { mailUrl } from './outer-settings.ts';
import type { OuterInstallation } from './outer-installation.ts';

/** Brings a second key into each ring, and lets it lead. */
export async function rings(installation: OuterInstallation): Promise<string> {
  const { page } = installation;
  const all = { KEY_ENCRYPTION_KEY: 's2', SECRET_PEPPERS: 'p2', CURSOR_KEY: 'c2', UNSUBSCRIBE_KEYS: 'k2' };
  const each = (word: 'add' | 'lead'): string[] => Object.entries(all).map(([ring, id]) => `${word} ${ring} ${id}`);
  return installation.change(async () => {
    await page.run(...each('add'));
    await page.roll();
    await page.run(...each('lead'));
    await page.roll();
  });
}

/** A key goes from a ring while it is needed: the restart does not get through, and says why. */
export async function neededKey(installation: OuterInstallation): Promise<string> {
  const { page, scene } = installation;
  const whole = await page.value('rapport', 'KEY_ENCRYPTION_KEY');
  let said = '';
  const seen = await installation.change(async () => {
    await page.run('drop KEY_ENCRYPTION_KEY s1');
    await scene.cluster.kubectl('rollout', 'restart', 'deployment/rapport-token-service');
    said = await installation.said('token-service', /^Error: .*KEY_ENCRYPTION_KEY lacks the key/);
    await page.put('rapport', 'KEY_ENCRYPTION_KEY', whole);
    await page.roll();
  });
  return `${seen}; ${said}`;
}

/** The former key of cursors goes, when callers hold cursors of the new one alone. */
export async function formerKey(installation: OuterInstallation): Promise<string> {
  const { page } = installation;
  installation.keepAnew();
  return installation.change(async () => {
    await page.run('drop CURSOR_KEY c1');
    await page.roll();
  });
}

/** Gives each role another password, first in the Secret, and after two minutes at the servers. */
export async function passwords(installation: OuterInstallation): Promise<string> {
  const { page, stores } = installation;
  const roles = Object.keys(installationSecrets).filter((name) => name.endsWith('.password'));
  const given = roles.map((name) => ({ key: name, role: name.replace('.password', ''), password: newPassword() }));
  given.push({ key: 'ADMINISTRATOR_PASSWORD', role: 'installer', password: newPassword() });
  return installation.change(async () => {
    for (const { key, password } of given) {
      await page.put('rapport', key, password);
    }
    await installation.scene.cluster.pause(120_000);
    await stores.onEach(given.map(({ role, password }) => `alter role ${role} password '${password}'`).join(';'));
    await page.roll();
  });
}

/** The servers know two passwords or users for a while, and forget the former ones. */
export async function logins(installation: OuterInstallation): Promise<string> {
  const { page, scene, stores, logins: former } = installation;
  const { signal } = scene.cluster;
  const next = { redis: newPassword(), kafka: newPassword(), mail: newPassword() };
  const seen = await installation.change(async () => {
    await stores.asRedisAdministrator(signal, 'acl', 'setuser', 'crm', `>${next.redis}`);
    await stores.letIntoMail({ rapport: former.mail, other: next.mail });
    await letIntoKafka(stores, 'crm-2', next.kafka);
    await page.run(
      `value rapport-redis REDIS_URL | sed "s/${former.redis}/${next.redis}/" | put rapport-redis REDIS_URL`,
    );
    await page.put('rapport-mail', 'MAIL_URL', mailUrl(stores, 'other', next.mail));
    await page.put('crm-kafka', 'password', next.kafka);
    await scene.release.upgrade({ 'kafka.sasl.username': 'crm-2' });
    await page.roll();
    await stores.asRedisAdministrator(signal, 'acl', 'setuser', 'crm', `<${former.redis}`);
    await stores.letIntoMail({ other: next.mail });
    await letIntoKafka(stores, 'crm', newPassword());
  });
  return `${seen}; ${await mailComes(installation)}`;
}

/** The servers show certificates of another authority, which services trust by then, and later they trust it alone. */
export async function authorities(installation: OuterInstallation): Promise<string> {
  const { page, scene, stores } = installation;
  const next = await PrivateAuthority.make();
  try {
    const seen = await installation.change(async () => {
      await installation.trust('company-authorities', installation.authority, next);
      await page.roll();
      await stores.showCertificatesOf(next, scene.cluster.signal);
      await installation.trust('company-authorities', next);
      await page.roll();
    });
    return `${seen}; ${await mailComes(installation)}`;
  } finally {
    await next.end();
  }
}

/** An upgrade that trusts another authority than the servers' does not get through, and its Job says why once. */
export async function wrongAuthority(installation: OuterInstallation): Promise<string> {
  const { scene } = installation;
  const stranger = await PrivateAuthority.make();
  await installation.trust('strangers', stranger);
  await stranger.end();
  let said = '';
  const seen = await installation.change(async () => {
    await scene.release.refusedUpgrade({ 'trust[0].configMap': 'strangers' });
    said = await installation.said('migrations', /certificate/);
    await scene.release.upgrade({ 'trust[0].configMap': 'company-authorities' });
  });
  return `${seen}; ${said}`;
}

/** A company signs up, and the mail server takes the mail of it. */
async function mailComes({ scene, stores }: OuterInstallation): Promise<string> {
  const before = stores.mail.taken.length;
  const answer = await signUp(scene.entrance.url);
  if (!answer.ok) {
    throw new Error(`A sign-up was answered with ${answer.status} ${await answer.text()}.`);
  }
  await scene.cluster.until('a mail comes to the mail server', async () => stores.mail.taken.length > before, 60_000);
  return 'a mail came';
}
