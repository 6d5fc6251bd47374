/** Variables of the environment that Node and libraries read by themselves, beside the settings of a service. */
export const libraryVariables: Readonly<Record<string, string>> = {
  NODE_ENV: 'production, unless given: elsewhere a service also holds its own answers to the contract',
  NODE_OPTIONS: 'options of Node, such as --max-old-space-size=1024',
  NODE_COMPILE_CACHE: 'folder of compiled code, from which the next process starts sooner',
  NODE_EXTRA_CA_CERTS: 'file with certificates of a private authority, for mail servers and collectors',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers for the collector of spans, as name=value with commas between them',
  OTEL_RESOURCE_ATTRIBUTES: 'what spans say of the installation, such as deployment.environment=staging',
};
