import { hostname } from 'node:os';
import { Alerting } from '../features/alerting/alerting.ts';
import { alertEmbeds } from './api/embeds/alertEmbeds.ts';
import { embedAsker } from './api/embeds/embedSubjects.ts';
import type { ApiDeps } from './api/http/deps.ts';
import type { AlertingConfig, Config } from '../kernel/config/configTypes.ts';
import type { Faults } from '../kernel/files/faults.ts';
import type { CurrentFindings } from '../features/targets/current/currentFindings.ts';

export interface OpenedAlerting { alerting: Alerting; configure: (config: AlertingConfig | undefined) => void }

export interface AlertingTools {
  deps: Omit<ApiDeps, 'alerting'>;
  current: CurrentFindings;
  faults: Faults;
  /** That is listened on. */
  port: () => number;
}

/** Of a configuration that names no receiver. */
const NONE: AlertingConfig = { receivers: [], forMs: 0, resendMs: 0, severities: [], pictures: false };

/** What sends findings to receivers, not started yet. `configure`: those from now on; undefined: none. */
export function openAlerting({ deps, current, faults, port }: AlertingTools): OpenedAlerting {
  const own = (): string => deps.config.embed.externalUrl ?? ownAddress(deps.config, port());
  const { clock, now, embeds: { store } } = deps;
  const alerting: Alerting = new Alerting({
    config: deps.config.alerting ?? NONE, current, targets: deps.targets, faults, base: own, clock,
    picture: alertEmbeds({ store, ask: embedAsker(deps), base: () => alerting.externalUrl ?? own(), now }),
  });
  return { alerting, configure: (config) => { alerting.configure(config ?? NONE); } };
}

/** As Prometheus guesses its own: by the name of the machine where every address is listened on. */
function ownAddress({ listenHost, web }: Pick<Config, 'listenHost' | 'web'>, port: number): string {
  const host = listenHost === '0.0.0.0' || listenHost === '::' ? hostname() : listenHost;
  return `${web?.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
