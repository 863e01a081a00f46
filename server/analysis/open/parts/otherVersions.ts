/** Tells the versions that programs printed beside a log. Pure. */

/** `victoria-logs-20251205-181256-tags-v1.40.0-0-g…`, and what the programs of Prometheus print. */
const PRINTED = new RegExp([
  /^[ \t]{0,12}((?:victoria|vm|vl)[\w-]{2,30})-\d{8}-\d{6}-(?:tags-)?v(\d{1,4}\.\d{1,4}\.\d{1,4})/,
  /^[ \t]{0,12}([a-z]\w{2,30}), version v?(\d{1,4}\.\d{1,4}\.\d{1,4}\S{0,20}) \(branch: /,
].map(({ source }) => source).join('|'), 'gm');
const NAMES: Readonly<Record<string, string>> = {
  'victoria-logs': 'VictoriaLogs', 'victoria-metrics': 'VictoriaMetrics', prometheus: 'Prometheus',
  alertmanager: 'Alertmanager', thanos: 'Thanos', loki: 'Loki', mimir: 'Mimir',
};
const MAX_TOLD = 5;

/** Returns the printed versions that `said`, what is told already, does not have; null without any. */
export function otherVersions(text: string, said: string): string | null {
  const found = [...text.matchAll(PRINTED)].map(([, one, first, two, second]) => {
    const program = one ?? two ?? '';
    return `${NAMES[program] ?? program} ${first ?? second ?? ''}`;
  });
  const known = said.toLowerCase();
  const others = [...new Set(found)].filter((one) => !known.includes(one.toLowerCase())).slice(0, MAX_TOLD);
  return others.length === 0 ? null
    : `The text also shows the version of ${others.length === 1 ? '' : `${others.slice(0, -1).join(', ')} and `}${
      others.at(-1)}.`;
}
