import { hostname } from 'node:os';
import { Alerting } from './alerting/alerting.ts';
import { alertEmbeds } from './api/embeds/alertEmbeds.ts';
import { embedAsker } from './api/embeds/embedSubjects.ts';
import type { ApiDeps } from './api/http/deps.ts';
import type { Config } from './config/configTypes.ts';
import type { Faults } from './files/faults.ts';
import type { CurrentFindings } from './targets/current/currentFindings.ts';

export interface AlertingTools {
  deps: Omit<ApiDeps, 'alerting'>;
  current: CurrentFindings;
  faults: Faults;
  /** That is listened on. */
  port: () => number;
}

/** What tells receivers of findings, not started yet; undefined where none is configured. */
export function openAlerting({ deps, current, faults, port }: AlertingTools): Alerting | undefined {
  const { alerting } = deps.config;
  if (alerting === undefined || alerting.receivers.length === 0) return undefined;
  const base = (): string => alerting.externalUrl ?? deps.config.embed.externalUrl ?? ownAddress(deps.config, port());
  const { now, embeds: { store } } = deps;
  return new Alerting({
    config: alerting, current, targets: deps.targets, faults, base, now,
    picture: alertEmbeds({ store, ask: embedAsker(deps), base, now }),
  });
}

/** As Prometheus guesses its own: by the name of the machine where every address is listened on. */
function ownAddress({ listenHost, web }: Pick<Config, 'listenHost' | 'web'>, port: number): string {
  const host = listenHost === '0.0.0.0' || listenHost === '::' ? hostname() : listenHost;
  return `${web?.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
