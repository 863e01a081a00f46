/** Reads the keys of a configuration file under `alerting:`: who receives findings. See docs/alerting.md. */
import type { AlertingConfig, AlertReceiverConfig } from './configTypes.ts';
import { readEndpoint } from './discoveryKeys.ts';
import { readExternalUrl } from './embedKeys.ts';
import { MAX_INTERVAL, optional, readHttpAccess } from './targetKeys.ts';
import type { YamlSection } from './yamlReader.ts';

/** Prometheus's default for Alertmanagers. */
const TIMEOUT_MS = 10_000;
const MAX_TIMEOUT = { ms: 600_000, text: '10 minutes' };
const FOR_MS = 60_000;
const RESEND_MS = 60_000;
const SEVERITIES = ['info', 'warning', 'critical'] as const;
const MAX_RECEIVERS = 50;
const ADDRESS = /^(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/;
const PATH = /^\/?(?:[\w.~-]+\/?)*$/;

export function readAlerting(section: YamlSection, file: string): AlertingConfig {
  const severities = section.strings('severity').map((word) => {
    const severity = SEVERITIES.find((one) => one === word);
    if (severity === undefined)
      throw section.mistake('severity', `"${word}" is not a severity; write some of ${SEVERITIES.join(', ')}.`);
    return severity;
  });
  const external = section.string('external_url');
  const receivers = [
    ...section.sections('alertmanagers').flatMap((item) => readAlertmanagers(item, file)),
    ...section.sections('webhooks').map((item) => readWebhook(item, file)),
  ];
  if (receivers.length > MAX_RECEIVERS)
    throw section.mistake('alertmanagers', `with webhooks there are more than ${MAX_RECEIVERS} receivers.`);
  const alerting: AlertingConfig = {
    receivers: receivers.map((one, i) => ({ ...one, name: nameAmong(receivers, i) })),
    forMs: section.durationMs('for', MAX_INTERVAL) ?? FOR_MS,
    resendMs: section.durationMs('resend_interval', MAX_INTERVAL) ?? RESEND_MS,
    severities: severities.length === 0 ? ['warning', 'critical'] : severities,
    pictures: section.boolean('pictures') ?? true,
    ...optional('externalUrl', external === undefined ? undefined : readExternalUrl(section, external)),
  };
  section.end();
  return alerting;
}

/** Reads one item of Prometheus's `alertmanagers`. */
function readAlertmanagers(item: YamlSection, file: string): AlertReceiverConfig[] {
  const scheme = item.string('scheme') ?? 'http';
  if (scheme !== 'http' && scheme !== 'https') throw item.mistake('scheme', 'must be http or https.');
  const version = item.string('api_version') ?? 'v2';
  if (version !== 'v2') throw item.mistake('api_version', `"${version}" is not supported; write v2.`);
  const prefix = item.string('path_prefix') ?? '/';
  if (!PATH.test(prefix)) throw item.mistake('path_prefix', `"${prefix}" is not a path such as /alertmanager.`);
  const addresses = item.sections('static_configs').flatMap((group) => {
    const targets = group.strings('targets');
    const wrong = targets.find((target) => !ADDRESS.test(target));
    if (wrong !== undefined)
      throw group.mistake('targets', `"${wrong}" is not HOST:PORT; the scheme has a key of its own.`);
    group.end();
    return targets;
  });
  if (addresses.length === 0)
    throw item.mistake('static_configs', 'names no Alertmanager; write [{targets: [HOST:9093]}].');
  const path = `/${prefix.replace(/^\/+|\/+$/g, '')}/api/v2/alerts`.replace('//', '/');
  const rest = { timeoutMs: timeoutOf(item), ...readHttpAccess(item, file) };
  item.end();
  return addresses.map((address) => ({
    kind: 'alertmanager', name: address, url: `${scheme}://${address}`, path, ...rest,
  }));
}

/** Reads a webhook. Its address may hold the secret of a chat: neither log nor page shows its path. */
function readWebhook(item: YamlSection, file: string): AlertReceiverConfig {
  const endpoint = readEndpoint(item, file);
  const named = item.string('name');
  const receiver = {
    kind: 'webhook', name: named ?? new URL(endpoint.url).host, timeoutMs: timeoutOf(item), ...endpoint,
  } as const;
  item.end();
  return receiver;
}

function timeoutOf(item: YamlSection): number {
  return item.durationMs('timeout', MAX_TIMEOUT) ?? TIMEOUT_MS;
}

/** Returns its name, with a number if receivers before it have the same name. */
function nameAmong(receivers: readonly AlertReceiverConfig[], i: number): string {
  const name = receivers[i]?.name ?? '';
  const before = receivers.slice(0, i).filter((other) => other.name === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}
