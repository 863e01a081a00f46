import type { Config, TargetConfig } from '../../kernel/config/configTypes.ts';

/** Shorter secrets are also words of ordinary texts, which would be damaged. */
const MIN_LETTERS = 4;
/** Minimum length of a part of a webhook's address that may be a key. */
const MIN_PATH_LETTERS = 16;

/** Returns what no text may show: passwords, tokens, values of secret headers; the longest first. */
export function targetSecrets(target: Pick<TargetConfig, 'basicAuth' | 'authorization' | 'headers'>): string[] {
  const { basicAuth, authorization, headers = [] } = target;
  const all = [
    ...(basicAuth === undefined ? [] : [basicAuth.password]),
    ...(authorization === undefined ? [] : [authorization.credentials]),
    ...headers.flatMap(({ isSecret, values }) => (isSecret ? values : [])),
  ];
  return [...new Set(all)].filter(({ length }) => length >= MIN_LETTERS).sort((a, b) => b.length - a.length);
}

/** Returns the secrets of the whole configuration; the longest first. */
export function configSecrets(
  { targets, discovery = [], auth, remoteWrite, s3, alerting }:
    Pick<Config, 'targets' | 'auth' | 'remoteWrite' | 's3' | 'alerting'> & Partial<Pick<Config, 'discovery'>>
): string[] {
  const places = [
    ...[...targets, ...discovery.map(({ settings }) => settings)]
      .flatMap((target) => [target, target.queryUrl ?? {}, 'nodeExporter' in target ? target.nodeExporter ?? {} : {}]),
    ...discovery.flatMap(({ sources }) => sources.flatMap((source) => ('endpoint' in source ? [source.endpoint] : []))),
    ...remoteWrite?.engines ?? [], remoteWrite?.query ?? {}, ...alerting?.receivers ?? [],
  ];
  const hooks = (alerting?.receivers ?? []).filter(({ kind }) => kind === 'webhook');
  const all = [
    ...[...places, auth === undefined ? {} : { basicAuth: auth }].flatMap(targetSecrets),
    ...hooks.flatMap(({ path }) => path.split(/[/?&=]/).filter(({ length }) => length >= MIN_PATH_LETTERS)),
  ];
  const keys = s3?.credentials !== undefined && 'secretAccessKey' in s3.credentials
    ? [s3.credentials.secretAccessKey, s3.credentials.sessionToken ?? ''] : [];
  return [...new Set([...all, ...keys.filter(({ length }) => length >= MIN_LETTERS)])]
    .sort((a, b) => b.length - a.length);
}
