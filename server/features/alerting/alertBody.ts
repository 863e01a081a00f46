/** Builds bodies for receivers. Texts of targets are single lines, bounded, without control characters. Pure. */
import { createHash } from 'node:crypto';
import { statements } from '../../../core/finding.ts';
import { formatUrl, parseUrl } from '../../../core/url/urlState.ts';
import { LABEL_NAME } from '../../kernel/relabel/relabel.ts';
import { shortText } from '../../data/scrape/connectionErrors.ts';
import type { Alert } from './alertStates.ts';

const MAX_LABELS = 30;
const MAX_NAME = 100;
const MAX_VALUE = 200;
const MAX_SUMMARY = 500;
const MAX_DESCRIPTION = 2000;
/** Window of the page that an alert links to; same as the page's default. */
const WINDOW_MS = 15 * 60_000;
/** Resend intervals without an update after which a receiver resolves an alert; same as Prometheus. */
const MISSED_SENDS = 4;

export interface BodyOptions {
  /** Scheme, host and path at which readers reach this server. */
  base: string;
  nowMs: number;
  resendMs: number;
}

/** Returns the `alertname` of a finding's code: `TsdbscopeReplayRunning` for `replay-running`. */
export function alertName(code: string): string {
  return `Tsdbscope${code.split(/[^a-zA-Z0-9]+/).map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')}`;
}

/** Returns the alert's labels. Conflicting labels of the target become `exported_<name>`, as in Prometheus. */
export function alertLabels({ target, targetLabels, finding }: Alert): Record<string, string> {
  const own: Record<string, string> = {
    alertname: alertName(finding.code), code: finding.code, panel: finding.panel, severity: finding.severity,
    target: shortText(target, MAX_VALUE),
  };
  const theirs = Object.entries(targetLabels)
    .map(([name, value]) => [name in own ? `exported_${name}` : name, shortText(value, MAX_VALUE)] as const)
    .filter(([name, value]) => (
      LABEL_NAME.test(name) && !name.startsWith('__') && name.length <= MAX_NAME && value !== ''
    ));
  return { ...Object.fromEntries(theirs.slice(0, MAX_LABELS)), ...own };
}

/** Returns the URL of the window with which the alert fired, judged as of then, at the time of its finding. */
export function alertPage({ target, finding, firedMs }: Alert, base: string): string {
  const end = firedMs / 1000;
  const range = { kind: 'absolute', start: (firedMs - WINDOW_MS) / 1000, end, asOf: end } as const;
  return `${base}${formatUrl({ ...parseUrl(`/${finding.panel}`, ''), target, range, at: finding.moment })}`;
}

function alertAnnotations(alert: Alert, base: string): Record<string, string> {
  const { finding: { claim, evidence, sentence }, picture } = alert;
  const [, ...rest] = statements({ claim, evidence });
  return {
    summary: shortText(sentence, MAX_SUMMARY),
    ...(rest.length === 0 ? {} : { description: shortText(rest.join(' '), MAX_DESCRIPTION) }),
    link: alertPage(alert, base),
    ...(picture === null ? {} : { picture: picture.imageUrl, embed: picture.url }),
  };
}

/** Returns the body of Alertmanager's POST /api/v2/alerts. */
export function alertmanagerBody(alerts: readonly Alert[], { base, nowMs, resendMs }: BodyOptions): object {
  return alerts.map((alert) => ({
    labels: alertLabels(alert), annotations: alertAnnotations(alert, base), startsAt: iso(alert.startsMs),
    endsAt: iso(alert.endsMs ?? nowMs + MISSED_SENDS * resendMs), generatorURL: alertPage(alert, base),
  }));
}

/** Returns the body of a webhook, version 1: see docs/alerting.md. */
export function webhookBody(alerts: readonly Alert[], { base, nowMs }: BodyOptions): object {
  return {
    version: '1', status: alerts.some(({ endsMs }) => endsMs === null) ? 'firing' : 'resolved',
    sentAt: iso(nowMs), externalURL: base,
    alerts: alerts.map((alert) => ({
      status: alert.endsMs === null ? 'firing' : 'resolved',
      fingerprint: createHash('sha256').update(alert.id).digest('hex').slice(0, 16),
      labels: alertLabels(alert), annotations: alertAnnotations(alert, base),
      startsAt: iso(alert.startsMs), endsAt: alert.endsMs === null ? null : iso(alert.endsMs),
      generatorURL: alertPage(alert, base),
    })),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
