import type { DatabaseRole } from '@rapport/database/roles';
import type { SecretName } from './secrets.ts';

/** One service of the platform, and what its environment holds. */
export interface ServiceDefinition {
  readonly name: string;
  /** The file that Node runs, from the root of the workspace. */
  readonly entry: string;
  /** Its role in the databases. A service without one gets no address of any server. */
  readonly databaseRole?: DatabaseRole;
  readonly secrets: readonly SecretName[];
  /** The service gets the address of Redis. */
  readonly usesRedis?: true;
  /** The service publishes or reads events, so it gets the addresses of the brokers. */
  readonly usesKafka?: true;
  /** The service sends mails, to the address that this variable holds. */
  readonly mailVariable?: 'MAIL_URL' | 'MARKETING_MAIL_URL';
  /** The service sends browsers on, to the addresses that this variable names beside loopback. */
  readonly redirectsVariable?: 'REDIRECT_ADDRESSES';
  /** Variables beside addresses and secrets on a platform for trying things out. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The service has a second port, for operators only. */
  readonly hasOperatorPort?: true;
}

const credentials = ['KEY_ENCRYPTION_KEY', 'SECRET_PEPPERS', 'CLIENT_ID_KEY'] as const;

/** Every service that `up` starts. */
export const services: readonly ServiceDefinition[] = [
  {
    name: 'token-service',
    entry: 'apps/token-service/src/main.ts',
    databaseRole: 'rapport_token_service',
    secrets: credentials,
    settings: { DEVELOPER_TOKENS: 'on' },
    redirectsVariable: 'REDIRECT_ADDRESSES',
    usesRedis: true,
  },
  {
    name: 'public-api',
    entry: 'apps/public-api/src/main.ts',
    databaseRole: 'rapport_public_api',
    secrets: ['CURSOR_KEY'],
    usesRedis: true,
  },
  {
    name: 'application-api',
    entry: 'apps/application-api/src/main.ts',
    databaseRole: 'rapport_application_api',
    secrets: ['SECRET_PEPPERS', 'CLIENT_ID_KEY', 'UNSUBSCRIBE_KEYS'],
    usesRedis: true,
    mailVariable: 'MAIL_URL',
    settings: { MAIL_FROM: 'Rapport <rapport@localhost>', MARKETING_MAILS: 'on' },
  },
  {
    name: 'subscription-service',
    entry: 'apps/subscription-service/src/main.ts',
    databaseRole: 'rapport_subscription_service',
    secrets: [...credentials, 'UNSUBSCRIBE_KEYS'],
    settings: {
      SIGNUPS: 'on',
      INVOICE_PAYMENT_TEXT: 'Nothing is to be paid: this installation is for trying things out.',
    },
    usesRedis: true,
    hasOperatorPort: true,
  },
  {
    name: 'change-feed-worker',
    entry: 'apps/change-feed-worker/src/main.ts',
    databaseRole: 'rapport_change_feed_worker',
    secrets: ['UNSUBSCRIBE_KEYS'],
    usesKafka: true,
    mailVariable: 'MARKETING_MAIL_URL',
  },
];
