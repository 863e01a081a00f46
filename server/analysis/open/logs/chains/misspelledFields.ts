/** Names fields of a configuration that have the spelling of Kubernetes resources, and where they come from. Pure. */
import { distinct } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

const UNKNOWN = /\bline (\d{1,7}): field (\w{1,60}) not found in type [\w.]{1,80}/g;
/** The error for a value that is no list where the configuration has a list. */
const NO_LIST = /\bline (\d{1,7}): cannot unmarshal !!(?:map|str)\b[^\n\\"]{0,200}? into \[\](\*?[\w.]{1,80})/g;
const OF_TARGETS = /targetgroup\.Group$/;
/** The file that the Prometheus operator writes for its reloader. */
const OF_OPERATOR = /\/config_out\/|\.env\.yaml\b/;
const NO_START = /\bError loading config\b/;
const NO_RELOAD = /\breload request failed\b[^\n]{0,300}connection refused/;
const MESSAGE = /\bmsg="([^"\\]{1,100})"/;
const MAX_TOLD = 4;
const MAX_LINES = 2000;

/** Fields of Prometheus and Alertmanager that their resources in Kubernetes spell without underscores. */
const FIELDS: ReadonlySet<string> = new Set([
  'source_labels', 'target_label', 'honor_labels', 'honor_timestamps', 'scrape_interval', 'scrape_timeout',
  'metrics_path', 'job_name', 'static_configs', 'kubernetes_sd_configs', 'relabel_configs', 'metric_relabel_configs',
  'write_relabel_configs', 'alert_relabel_configs', 'tls_config', 'basic_auth', 'bearer_token_file', 'proxy_url',
  'ca_file', 'cert_file', 'key_file', 'server_name', 'insecure_skip_verify', 'follow_redirects', 'sample_limit',
  'label_limit', 'target_limit', 'external_labels', 'evaluation_interval', 'remote_write', 'remote_read',
  'remote_timeout', 'queue_config', 'scrape_configs', 'rule_files', 'group_by', 'group_wait', 'group_interval',
  'repeat_interval', 'send_resolved', 'source_match', 'target_match', 'source_matchers', 'target_matchers',
  'keep_firing_for', 'username_file', 'password_file',
]);
/** Fields whose name differs in more than the spelling. */
const RENAMED: Readonly<Record<string, string>> = {
  relabelings: 'relabel_configs', metricRelabelings: 'metric_relabel_configs', proxyURL: 'proxy_url',
  kubernetesSDConfigs: 'kubernetes_sd_configs', staticConfig: 'static_configs',
};

/** Returns the field of the configuration that a field of a resource stands for; null if none is known. */
function ownField(name: string): string | null {
  const renamed = RENAMED[name];
  if (renamed !== undefined) return renamed;
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake !== name && FIELDS.has(snake) ? snake : null;
}

/** Returns which fields are spelled so, where a list is missing, and what to correct; null without such a field. */
export function misspelledFields(look: Look): string | null {
  const lines = distinct(look).slice(0, MAX_LINES);
  const text = lines.join('\n');
  const fields = new Map<string, { own: string; at: string }>();
  for (const [, at = '', name = ''] of text.matchAll(UNKNOWN)) {
    const own = ownField(name);
    if (own !== null && !fields.has(name)) fields.set(name, { own, at });
  }
  if (fields.size === 0) return null;
  const told = [...fields].slice(0, MAX_TOLD)
    .map(([name, { own, at }]) => `${name} (line ${at}) is ${own} in the configuration`).join(', ');
  const more = fields.size <= MAX_TOLD ? '' : `, and ${fields.size - MAX_TOLD} more`;
  const [, at, type = ''] = [...text.matchAll(NO_LIST)][0] ?? [];
  const list = at === undefined ? '' : ` Line ${at} needs a list there${
    OF_TARGETS.test(type) ? ', as "- targets: [...]"' : ''}.`;
  const where = OF_OPERATOR.test(text) ? ' The operator writes that file: correct what it was made from, as the Secret '
    + 'of additionalScrapeConfigs, which has the form of prometheus.yml and not that of a ServiceMonitor.'
    : ' Correct them, then run promtool check config on the file.';
  return `Fields have the spelling of Kubernetes resources: ${told}${more}.${list}${where}${reloadOf(lines)}`;
}

/** Returns that a refused reload follows from a server that did not start; `""` without both. */
function reloadOf(lines: readonly string[]): string {
  const refused = lines.find((line) => NO_RELOAD.test(line));
  if (refused === undefined || !lines.some((line) => NO_START.test(line))) return '';
  const message = MESSAGE.exec(refused)?.[1];
  const what = message === undefined ? 'refused reload' : `error "${message}"`;
  return ` The ${what} (connection refused) follows from it: nothing listens until Prometheus starts.`;
}

/** Returns the log without refused reloads if its configuration has such fields, of which they are a consequence. */
export function withoutReloads(look: Look): Look {
  const isKept = look.lines.map((line) => !NO_RELOAD.test(line));
  const isWhole = isKept.every(Boolean) || !look.lines.some((line) => NO_START.test(line));
  return isWhole || misspelledFields(look) === null ? look : {
    ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
    cuts: look.cuts.filter((_, i) => isKept[i]),
  };
}
