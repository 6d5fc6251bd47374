import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import {
  AclOperations,
  AclPermissionTypes,
  Admin,
  ConfigResourceTypes,
  IncrementalAlterConfigOperationTypes,
  ResourcePatternTypes,
  ResourceTypes,
} from '@platformatic/kafka';
import { freePorts, prepareKafka, startKafka, type IssuedCertificate, type LocalServer } from '@rapport/local-servers';
import type { KafkaLogin } from '../kafka-access.ts';

export const login: KafkaLogin = { mechanism: 'plain', username: 'app', password: 'words of the app' };

/** A broker that is reached over TLS, at which the user of the login signs in by each mechanism. It may get another certificate. */
export class SecureBroker {
  /** With a name, because a certificate is one of a name, unless an address of this machine was given. */
  readonly address: string;
  readonly #host: string;
  readonly #folder: string;
  readonly #ports: { readonly open: number; readonly controller: number; readonly secure: number };
  #server: LocalServer | undefined;
  #stores = 0;

  private constructor(folder: string, host: string, [open = 0, controller = 0, secure = 0]: readonly number[]) {
    this.#folder = folder;
    this.#host = host;
    this.#ports = { open, controller, secure };
    this.address = `${host}:${secure}`;
  }

  static async prepare(folder: string, host = 'localhost'): Promise<SecureBroker> {
    return new SecureBroker(folder, host, await freePorts(3));
  }

  async start(certificate: IssuedCertificate): Promise<void> {
    const { open, controller, secure } = this.#ports;
    const modules = 'org.apache.kafka.common.security';
    const users = [login.username, 'guest'].map((name) => `user_${name}="${login.password}"`);
    const plain = `${modules}.plain.PlainLoginModule required ${users.join(' ')};`;
    const scram = `${modules}.scram.ScramLoginModule required;`;
    this.#server = await startKafka({
      // Over TLS a broker asks for the name of each caller's address, and waits where no name server answers.
      environment: { JAVA_TOOL_OPTIONS: '-Djdk.net.hosts.file=/etc/hosts' },
      dataDir: this.#folder,
      ports: { client: open, controller },
      settings: {
        listeners: `PLAINTEXT://127.0.0.1:${open},SASL_SSL://${this.#host}:${secure},CONTROLLER://127.0.0.1:${controller}`,
        'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
        'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
        'listener.name.sasl_ssl.plain.sasl.jaas.config': plain,
        'listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config': scram,
        'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': scram,
        // A guest may sign in and do nothing.
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'super.users': `User:ANONYMOUS;User:${login.username}`,
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.location': await this.#storeOf(certificate),
        // Each of its network threads learns of another certificate by itself.
        'num.network.threads': '1',
        'ssl.allow.dn.changes': 'true',
        'ssl.allow.san.changes': 'true',
      },
    });
  }

  /** The broker keeps its users, which a program of its own writes, for one mechanism each time. */
  async addUser({ username, password } = login): Promise<void> {
    const { java, jars } = await prepareKafka();
    const run = (credential: string) =>
      promisify(execFile)(java, [
        ...['-cp', join(jars, '*'), 'kafka.admin.ConfigCommand', '--bootstrap-server', `127.0.0.1:${this.#ports.open}`],
        ...['--alter', '--entity-type', 'users', '--entity-name', username, '--add-config', credential],
      ]);
    await Promise.all(['SCRAM-SHA-256', 'SCRAM-SHA-512'].map((name) => run(`${name}=[password=${password}]`)));
  }

  /** New connections get this certificate, once the broker has learned of it. */
  async use(certificate: IssuedCertificate): Promise<void> {
    const location = {
      name: 'listener.name.sasl_ssl.ssl.keystore.location',
      value: await this.#storeOf(certificate),
      configOperation: IncrementalAlterConfigOperationTypes.SET,
    };
    await this.#asAdministrator((admin) =>
      admin.incrementalAlterConfigs({
        resources: [{ resourceType: ConfigResourceTypes.BROKER, resourceName: '1', configs: [location] }],
      }),
    );
    const { fingerprint256 } = new X509Certificate(await readFile(certificate.certificate));
    while ((await this.#shownFingerprint()) !== fingerprint256) {
      await delay(20);
    }
  }

  /** Gives a user the rights that the page for operators lists, at one topic and at groups of a prefix. */
  async allow(username: string, topic: string, groups: string): Promise<void> {
    const { LITERAL, PREFIXED } = ResourcePatternTypes;
    const { TOPIC, GROUP } = ResourceTypes;
    const { DESCRIBE, READ, WRITE, CREATE } = AclOperations;
    const rights = [
      ...[DESCRIBE, READ, WRITE, CREATE].map((operation) => [operation, TOPIC, topic] as const),
      ...[DESCRIBE, READ].map((operation) => [operation, GROUP, groups] as const),
    ];
    const creations = rights.map(([operation, resourceType, resourceName]) => ({
      ...{ principal: `User:${username}`, host: '*', permissionType: AclPermissionTypes.ALLOW },
      ...{ operation, resourceType, resourceName, resourcePatternType: resourceType === GROUP ? PREFIXED : LITERAL },
    }));
    await this.#asAdministrator((admin) => admin.createAcls({ creations }));
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  async #asAdministrator(work: (admin: Admin) => Promise<unknown>): Promise<void> {
    const admin = new Admin({ clientId: 'administrator', bootstrapBrokers: [`127.0.0.1:${this.#ports.open}`] });
    try {
      await work(admin);
    } finally {
      await admin.close();
    }
  }

  /** A new file with the certificate and its key, because a broker that is told of the same one keeps what it has read. */
  async #storeOf({ certificate, key }: IssuedCertificate): Promise<string> {
    this.#stores += 1;
    const store = join(this.#folder, '..', `store${this.#stores}.pem`);
    await writeFile(store, `${await readFile(key, 'utf8')}${await readFile(certificate, 'utf8')}`);
    return store;
  }

  async #shownFingerprint(): Promise<string> {
    const socket = connect({ host: this.#host, port: this.#ports.secure, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  }
}
