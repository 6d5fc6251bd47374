import { kafkaClientNames } from '@rapport/event-bus';
import { logLevels } from '@rapport/kernel';
import { z } from 'zod';

const text = z.string();
const origin = z.string().regex(/^https?:\/\/[^/\s]+$/);
const words = z.record(text, text);
const objects = z.array(z.looseObject({}));
const count = z.int().min(1).max(1_000_000);
const port = z.int().min(1).max(65_535);
const mailAddress = z.string().regex(/^((smtps?|file):\/\/\S+)?$/);
const secretPort = port.describe('the port of that address, which the network policies open');

const image = z.strictObject({
  repository: text.describe('its name, with a registry where it has one; by default that of files/images.json'),
  tag: text.describe('its version; by default that of files/images.json'),
  digest: z
    .string()
    .regex(/^(sha256:[0-9a-f]{64})?$/)
    .describe('what exactly is pulled, such as sha256:...; by default what the tag names'),
  pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
});

/** As in a container of Kubernetes. */
const resources = z.strictObject({
  requests: z.record(text, z.union([text, z.number()])).optional(),
  limits: z.record(text, z.union([text, z.number()])).optional(),
});

const database = z.strictObject({
  host: text.describe('the host of its server'),
  port,
  name: text.describe('its name'),
});

/** Variables by name. */
const env = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.union([text, z.number(), z.boolean()]));

/** The values that all pods may have, and each component by itself. */
const placement = {
  podAnnotations: words.describe('annotations of its pods'),
  podLabels: words.describe('more labels of its pods'),
  nodeSelector: words.describe('the nodes for its pods'),
  tolerations: objects.describe('tolerations of its pods'),
  affinity: z.looseObject({}).describe('affinity of its pods; without one they prefer different zones'),
};

/** The block of values of one shape that each component has. */
const component = {
  replicas: z.int().min(0).describe('how many pods, where it does not scale by itself'),
  autoscaling: z
    .strictObject({
      enabled: z.boolean(),
      minReplicas: z.int().min(1),
      maxReplicas: z.int().min(1),
      targetCPUUtilizationPercentage: z.int().min(1).max(100),
    })
    .describe('scales by CPU, which needs metrics of pods'),
  resources: resources.describe('of its container'),
  env: env.describe('more variables, by name'),
  ...placement,
};

const store = { enabled: z.boolean().describe('whether the chart brings it'), image, resources };

/** The values of the chart: what may stand in them, and what each is for. */
export const chartValues = z.strictObject({
  global: z.looseObject({}).optional().describe('what a chart around this one gives all its parts; not read here'),
  enabled: z.boolean().optional().describe('a condition of a chart around this one; not read here'),
  baseUrl: z
    .string()
    .regex(/^https?:\/\/[^/?#@\s]+$/)
    .describe('the base address, as callers know it: issuer of tokens, host of every link'),
  clusterDomain: text.describe('the domain of the names of Services'),
  fullnameOverride: text.describe("the name of the objects instead of the release's"),
  stopped: z.boolean().describe('no pod of edge and services runs, and no migrations, for a backup'),
  image: image.extend({
    repository: text.describe('its name, with a registry where it has one'),
    tag: text.describe('its version; by default that of the application'),
  }),
  imagePullSecrets: z.array(z.strictObject({ name: text })).describe('Secrets with which images are pulled'),
  ...placement,
  commonLabels: words.describe("labels of all objects, beside the chart's"),
  deploymentAnnotations: words.describe('annotations of all Deployments'),
  priorityClassName: text.describe('the priority class of all pods'),
  trust: z
    .array(z.strictObject({ configMap: text.optional(), secret: text.optional(), key: text }))
    .describe(
      'certificates in PEM of authorities that services and Jobs trust too: of a ConfigMap or a Secret, by their key',
    ),
  extraVolumes: objects.describe('more volumes of services and Jobs'),
  extraVolumeMounts: objects.describe('where their containers find those volumes'),
  serviceAccount: z.strictObject({
    name: text.describe("the service account of all pods; by default the namespace's own, whose token no pod gets"),
  }),
  env: env.describe('more variables for all services, by name'),
  logLevel: z.enum(logLevels).describe('the least level that is logged'),
  tracing: z.strictObject({
    endpoint: text.describe('the base address of an OTLP collector; without one there are trace ids and no spans'),
    sampleRatio: z.number().min(0).max(1).describe('the share of requests whose spans are exported'),
  }),
  secrets: z.strictObject({
    existingSecret: text.describe('a Secret with every key; without one a Job makes it once, as <release>-secrets'),
  }),
  database: z.strictObject({
    control: database,
    cells: z.record(text, database).describe('the cells by name'),
    parameters: text.describe('parameters of the addresses, such as sslmode=verify-full'),
    poolSize: z.int().min(2).max(100).describe('connections of each process to each database'),
    prepare: z.strictObject({
      enabled: z
        .boolean()
        .describe('whether roles and databases are made first, with ADMINISTRATOR_PASSWORD of the Secret'),
      administrator: text.describe('a role that may make roles and databases'),
      database: text.describe('a database to which it connects'),
    }),
  }),
  redis: z.strictObject({
    url: z
      .string()
      .regex(/^(rediss?:\/\/\S+)?$/)
      .describe('an address without a password, such as redis://redis:6379'),
    existingSecret: text.describe('a Secret with the whole address instead'),
    key: text.describe('its key there'),
    port: secretPort,
  }),
  kafka: z.strictObject({
    brokers: z
      .string()
      .regex(/^([^\s:/,]+:\d{1,5}(,[^\s:/,]+:\d{1,5})*)?$/)
      .describe('the brokers to begin with, as host:port with commas between them'),
    client: z.enum(kafkaClientNames).describe('the client over which the worker reaches them'),
    tls: z.boolean().describe('whether they are reached over TLS'),
    sasl: z.strictObject({
      mechanism: z
        .enum(['', 'plain', 'scram-sha-256', 'scram-sha-512'])
        .describe('the mechanism of the login there; without one there is no login'),
      username: text.describe('its user'),
      existingSecret: text.describe('a Secret with its password'),
      key: text.describe('the key of the password there'),
    }),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9._-]{0,100}$/)
      .describe('the beginning of the names of topic and group, by which installations share brokers'),
    retentionDays: z.int().min(2).max(3_650).describe('days after which the topic of changes has no event any more'),
  }),
  mail: z.strictObject({
    url: mailAddress.describe('the SMTP server without a password, or file:///mail for a folder of the pod'),
    existingSecret: text.describe('a Secret with the whole address instead'),
    key: text.describe('its key there'),
    port: secretPort,
    from: text.describe('the sender of mails'),
  }),
  marketingMail: z.strictObject({
    url: mailAddress.describe(
      'the SMTP server for marketing e-mails, of the forms of mail.url; without one none is due',
    ),
    existingSecret: text.describe('a Secret with the whole address instead'),
    key: text.describe('its key there'),
    port: secretPort,
    bounceDomain: text.describe('the domain to whose addresses mails come back; without one, to their sender'),
    connections: z.int().min(1).max(100).describe('connections of each process of the worker to that server'),
    mailsPerSecond: z.int().min(1).max(10_000).describe('how many each process hands over in a second'),
    mailsPerSecondPerTenant: z.int().min(1).max(10_000).describe('how many of them are of one tenant'),
    fileBytesPerTenant: z
      .int()
      .min(1)
      .max(1_099_511_627_776)
      .describe("how many bytes the files of a tenant's mails have together"),
  }),
  migrations: z.strictObject({
    mode: z
      .enum(['hook', 'job', 'off'])
      .describe('before an install or upgrade goes on, beside it while services wait, or by hand'),
    failedMax: z
      .int()
      .min(0)
      .max(100_000)
      .describe('how many tenants may be behind where a release goes on all the same; requests of those are 503'),
    annotations: words.describe('of the Job'),
    resources: resources.describe('of its containers'),
  }),
  edge: z.strictObject({
    image,
    trustedProxies: z.array(text).describe('networks of the proxies in front of it, whose X-Forwarded-For is believed'),
    origins: z.array(origin).describe('origins whose pages may call the APIs from a browser, beside that of baseUrl'),
    service: z.strictObject({
      type: z.enum(['ClusterIP', 'NodePort', 'LoadBalancer']),
      port,
      nodePort: port.nullable().describe('the port of each node, where the type is NodePort'),
      annotations: words,
      externalTrafficPolicy: z.enum(['Local', 'Cluster']).describe('Local keeps the address of callers'),
    }),
    ...component,
  }),
  tokenService: z.strictObject({
    signingKeyDays: z.int().min(1).max(365).describe('days after which another key signs access tokens'),
    redirectAddresses: z.array(text).describe('addresses to which browsers are sent with a code, beside loopback'),
    securityContact: text.describe(
      'where finders of a weakness report it, in security.txt: mailto:, https:// or tel:+',
    ),
    developerTokens: z.boolean().describe('whether there are tokens without a secret, for development'),
    ...component,
  }),
  publicApi: z.strictObject(component),
  applicationApi: z.strictObject(component),
  subscriptionService: z.strictObject({
    signups: z.strictObject({
      enabled: z.boolean().describe('whether companies can sign up by themselves'),
      perAddressInHour: count.describe('sign-ups from one network address in an hour'),
      perIpv6NetworkInHour: count.describe('sign-ups from one IPv6 network (/48) in an hour'),
      perEmailAndNetworkInDay: count.describe(
        'sign-ups of one e-mail address from one network (IPv4 /24, IPv6 /48) in a day',
      ),
      perEmailInDay: count.describe('sign-ups of one e-mail address in a day'),
      inHour: count.describe('sign-ups of the installation in an hour'),
      unverifiedMax: count.describe('open tenants of which no owner is verified yet; at so many nobody signs up'),
      unverifiedPerNetworkMax: count.describe(
        'those of them that signed up from one network; at so many nobody signs up from there',
      ),
    }),
    invoicePaymentText: text.describe(
      'what the mail of an invoice says on how to pay; sign-ups and manual billing need it',
    ),
    ...component,
  }),
  changeFeedWorker: z.strictObject({
    purgeIntervalSeconds: z.int().min(1).max(86_400).describe('seconds from one round of the purge to the next'),
    timelineRetentionDays: z
      .int()
      .min(0)
      .max(36_500)
      .describe('days for which items of timelines are kept; 0 for as long as their customers'),
    ...component,
  }),
  ingress: z.strictObject({
    enabled: z.boolean(),
    className: text,
    annotations: words,
    tlsSecret: text.describe('the Secret with the certificate of the host; without one there is no TLS here'),
  }),
  httpRoute: z.strictObject({
    enabled: z.boolean(),
    annotations: words,
    parentRefs: objects.describe('the Gateways that the route attaches to'),
  }),
  networkPolicy: z.strictObject({
    enabled: z.boolean().describe('whether what no policy allows is denied'),
    metricsFrom: objects.describe('peers that may read metrics, as in a NetworkPolicy'),
    operatorsFrom: objects.describe("peers that may reach the operators' API"),
    egress: objects.describe('more rules of egress for services, such as to a collector of spans'),
  }),
  podMonitor: z.strictObject({
    enabled: z.boolean().describe('whether Prometheus operator finds the pods'),
    labels: words,
    interval: text,
    annotate: z.boolean().describe('whether pods carry the annotations that older scrapers look for'),
  }),
  prometheusRule: z.strictObject({
    enabled: z.boolean().describe('whether Prometheus operator finds the alerts of the runbooks'),
    labels: words.describe('labels by which Prometheus takes them'),
  }),
  dashboard: z.strictObject({
    enabled: z.boolean().describe('whether there is a ConfigMap with the dashboard for Grafana'),
    labels: words.describe("labels by which the sidecar of Grafana's chart finds it"),
    annotations: words,
  }),
  stores: z.strictObject({
    postgres: z.strictObject({
      ...store,
      storage: text.describe('the size of its claim'),
      sharedBuffers: text.describe('a quarter of its memory'),
    }),
    redis: z.strictObject({ ...store, maxMemory: text }),
    kafka: z.strictObject({ ...store, storage: text.describe('the size of its claim'), heap: text }),
  }),
});
