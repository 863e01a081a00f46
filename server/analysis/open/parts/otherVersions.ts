/** Tells the versions that programs printed, or that a report labels, beside a log. Pure. */
import { allIn } from '../../../../core/text/prefilter/fits.ts';

/** `victoria-logs-20251205-181256-tags-v1.40.0-0-g…`, and what the programs of Prometheus print. */
const PRINTED = new RegExp([
  /^[ \t]{0,12}((?:victoria|vm|vl)[\w-]{2,30})-\d{8}-\d{6}-(?:tags-)?v(\d{1,4}\.\d{1,4}\.\d{1,4})/,
  /^[ \t]{0,12}([a-z]\w{2,30}), version v?(\d{1,4}\.\d{1,4}\.\d{1,4}\S{0,20}) \(branch: /,
].map(({ source }) => source).join('|'), 'gm');
/** Labels of a report: `Thanos version used: v0.34.1`. */
const LABELLED = new RegExp(
  /^\W{0,12}(prometheus|thanos|mimir|loki|tempo|alertmanager|victoriametrics|influxdb|etcd)/.source
    + /(?: server)? version(?: used)?\W{1,8}v?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)(?![\w.]{0,20}\d)/.source, 'gim'
);
const NAMES: Readonly<Record<string, string>> = {
  'victoria-logs': 'VictoriaLogs', 'victoria-metrics': 'VictoriaMetrics', prometheus: 'Prometheus',
  alertmanager: 'Alertmanager', thanos: 'Thanos', loki: 'Loki', mimir: 'Mimir', tempo: 'Tempo', influxdb: 'InfluxDB',
  victoriametrics: 'VictoriaMetrics',
};
const MAX_TOLD = 5;

/** Returns the printed versions that `said`, what is told already, does not have; null without any. */
export function otherVersions(text: string, said: string): string | null {
  const printed = allIn(PRINTED, text).map(([, one, first, two, second]) =>
    ({ program: one ?? two ?? '', version: first ?? second ?? '' }));
  const labelled = [...text.matchAll(LABELLED)].map(([, program = '', version = '']) =>
    ({ program: program.toLowerCase(), version }));
  const found = [...printed, ...labelled].map(({ program, version }) => `${NAMES[program] ?? program} ${version}`);
  const known = said.toLowerCase();
  const others = [...new Set(found)].filter((one) => !known.includes(one.toLowerCase())).slice(0, MAX_TOLD);
  return others.length === 0 ? null
    : `The text also shows the version of ${others.length === 1 ? '' : `${others.slice(0, -1).join(', ')} and `}${
      others.at(-1)}.`;
}
