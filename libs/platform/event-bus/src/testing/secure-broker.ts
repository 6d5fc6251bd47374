import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AclOperations,
  AclPermissionTypes,
  Admin,
  ResourcePatternTypes,
  ResourceTypes,
  type AclTarget,
} from '@platformatic/kafka';
import { freePorts, prepareKafka, startKafka, type IssuedCertificate, type LocalServer } from '@rapport/local-servers';
import type { KafkaLogin } from '../kafka-access.ts';

export const login: KafkaLogin = { mechanism: 'plain', username: 'app', password: 'words of the app' };

/** A broker that is reached over TLS, at which the user of the login signs in by each mechanism. It may come back with another certificate. */
export class SecureBroker {
  /** With a name, because a certificate is one of a name, unless an address of this machine was given. */
  readonly address: string;
  readonly #host: string;
  readonly #folder: string;
  readonly #ports: { readonly open: number; readonly controller: number; readonly secure: number };
  #server: LocalServer | undefined;

  private constructor(folder: string, host: string, [open = 0, controller = 0, secure = 0]: readonly number[]) {
    this.#folder = folder;
    this.#host = host;
    this.#ports = { open, controller, secure };
    this.address = `${host}:${secure}`;
  }

  static async prepare(folder: string, host = 'localhost'): Promise<SecureBroker> {
    return new SecureBroker(folder, host, await freePorts(3));
  }

  async start({ certificate, key }: IssuedCertificate): Promise<void> {
    const { open, controller, secure } = this.#ports;
    const store = join(this.#folder, '..', 'store.pem');
    await writeFile(store, `${await readFile(key, 'utf8')}${await readFile(certificate, 'utf8')}`);
    const modules = 'org.apache.kafka.common.security';
    const users = [login.username, 'guest'].map((name) => `user_${name}="${login.password}"`);
    const plain = `${modules}.plain.PlainLoginModule required ${users.join(' ')};`;
    const scram = `${modules}.scram.ScramLoginModule required;`;
    this.#server = await startKafka({
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
        'ssl.keystore.location': store,
      },
    });
  }

  /** The broker keeps its users, which a program of its own writes. */
  async addUser({ username, password } = login): Promise<void> {
    const { java, jars } = await prepareKafka();
    for (const mechanism of ['SCRAM-SHA-256', 'SCRAM-SHA-512']) {
      const credential = ['--add-config', `${mechanism}=[password=${password}]`];
      await promisify(execFile)(java, [
        ...['-cp', join(jars, '*'), 'kafka.admin.ConfigCommand', '--bootstrap-server', `127.0.0.1:${this.#ports.open}`],
        ...['--alter', '--entity-type', 'users', '--entity-name', username, ...credential],
      ]);
    }
  }

  /** Gives a user the rights that the page for operators lists, at one topic and at groups of a prefix. */
  async allow(username: string, topic: string, groups: string): Promise<void> {
    const admin = new Admin({ clientId: 'administrator', bootstrapBrokers: [`127.0.0.1:${this.#ports.open}`] });
    const { LITERAL, PREFIXED } = ResourcePatternTypes;
    const { TOPIC, GROUP } = ResourceTypes;
    const { DESCRIBE, READ, WRITE, CREATE } = AclOperations;
    const rights = [
      ...[DESCRIBE, READ, WRITE, CREATE].map((operation) => ({ operation, ...resource(TOPIC, topic, LITERAL) })),
      ...[DESCRIBE, READ].map((operation) => ({ operation, ...resource(GROUP, groups, PREFIXED) })),
    ];
    const given = { principal: `User:${username}`, host: '*', permissionType: AclPermissionTypes.ALLOW };
    await admin.createAcls({ creations: rights.map((right) => ({ ...given, ...right })) });
    await admin.close();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}

function resource(
  resourceType: AclTarget['resourceType'],
  resourceName: string,
  resourcePatternType: AclTarget['resourcePatternType'],
): AclTarget {
  return { resourceType, resourceName, resourcePatternType };
}
