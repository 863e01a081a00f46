/** Modules of which other programs have parts, which do not show the program. */

/** Many programs have its client, too. */
export const ETCD_MODULES =
  /(?:go\.etcd\.io|github\.com\/(?:coreos|etcd-io))\/etcd(?:@[^\s/]{1,60})?\/(?!client|api\b|pkg\b)/;

/** Databases that take OTLP have its data types. */
export const COLLECTOR_MODULES = new RegExp([
  /go\.opentelemetry\.io\/collector\/(?!pdata\b|semconv\b|featuregate\b)/,
  /github\.com\/open-telemetry\/opentelemetry-collector-contrib\/(?!pkg\/translator)/,
].map(({ source }) => source).join('|'));

/** Many programs have its client. */
export const DOCKER_MODULES =
  /github\.com\/(?:docker\/docker|moby\/moby)\/(?:daemon|api\/server|cmd\/dockerd|docker\/daemon\.go)/;
