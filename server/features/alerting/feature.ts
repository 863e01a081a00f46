import { hostname } from 'node:os';
import type { AlertingConfig, Config } from '../../kernel/config/configTypes.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { Alert, AlertPicture } from './alertStates.ts';
import { Alerting, type AlertingParts } from './alerting.ts';

export interface AlertingNeeds extends Pick<AlertingParts, 'current' | 'targets'> {
  config: AlertingConfig;
  /** Draws a firing alert, with links below `base`; null if there is nothing to draw. */
  draw: (base: () => string) => (alert: Alert) => Promise<AlertPicture | null>;
  /** Returns the port of the server. */
  port: () => number;
}

export interface OpenedAlerting extends Opened {
  /** Takes the receivers from a new configuration; undefined: none. */
  configure: (config: AlertingConfig | undefined) => void;
}

/** Configuration without receivers. */
const NONE: AlertingConfig = { receivers: [], forMs: 0, resendMs: 0, severities: [], pictures: false };

/** Sends lasting findings to receivers. */
export const alertingFeature: Feature<AlertingNeeds, OpenedAlerting> = {
  name: 'alerting',
  open({ config: own, faults, clock }, { config, current, targets, draw, port }) {
    const base = (): string => own.embed.externalUrl ?? ownAddress(own, port());
    const alerting: Alerting = new Alerting({
      config, current, targets, faults, base, clock, picture: draw(() => alerting.externalUrl ?? base()),
    });
    return {
      configure: (next) => { alerting.configure(next ?? NONE); },
      metrics: () => alerting.metrics(), queues: () => alerting.queues(),
      start: () => { alerting.start(); }, quiet: () => { alerting.stop(); },
    };
  },
};

/** Guesses the server's URL as Prometheus does: with the host name if it listens on all addresses. */
function ownAddress({ listenHost, web }: Pick<Config, 'listenHost' | 'web'>, port: number): string {
  const host = listenHost === '0.0.0.0' || listenHost === '::' ? hostname() : listenHost;
  return `${web?.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
