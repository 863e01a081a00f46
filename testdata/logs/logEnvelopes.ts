/** The envelopes in which logs are pasted and exported, each put around a bare log, for tests. */

interface Line { text: string; timeMs: number }

/** Lines with their own time; those without one have that of the line before. */
function linesOf(log: string): Line[] {
  let timeMs = NaN;
  const lines = log.split('\n').filter((text) => text.trim() !== '');
  const first = lines.map(stampOf).find((ms) => !Number.isNaN(ms)) ?? Date.UTC(2026, 10, 20);
  return lines.map((text) => {
    const own = stampOf(text);
    timeMs = Number.isNaN(own) ? (Number.isNaN(timeMs) ? first : timeMs) : own;
    return { text, timeMs };
  });
}

function stampOf(text: string): number {
  return Date.parse(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/.exec(text.slice(0, 200))?.[0] ?? '');
}

const iso = (ms: number): string => new Date(ms).toISOString();
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** `Nov 20 08:30:50` in a zone, without a year. */
function bsd(ms: number, zoneHours: number, micros = false): string {
  const date = new Date(ms + zoneHours * 3_600_000);
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const fraction = micros ? `.${String(date.getUTCMilliseconds()).padStart(3, '0')}000` : '';
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCDate()).padStart(2, ' ')} ${time}${fraction}`;
}

const isoIn = (ms: number, zoneHours: number): string =>
  `${new Date(ms + zoneHours * 3_600_000).toISOString().slice(0, 19)}${zoneHours < 0 ? '-' : '+'}${
    two(Math.abs(zoneHours))}00`;

function kibana(ms: number, zoneHours: number): string {
  const date = new Date(ms + zoneHours * 3_600_000);
  const day = `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  return `${day} @ ${date.toISOString().slice(11, 23)}`;
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const each = (wrap: (line: Line, i: number) => string) => (log: string): string =>
  `${linesOf(log).map(wrap).join('\n')}\n`;
const nanos = (ms: number): string => `${ms}000000`;
const tai = (ms: number): string => `@${(2n ** 62n + BigInt(Math.floor(ms / 1000)) + 37n).toString(16)}${
  ((ms % 1000) * 1e6).toString(16).padStart(8, '0')}`;
const labels = { namespace: 'monitoring', pod: 'prometheus-0', container: 'prometheus' };

/** Parts of at most so many characters, as a terminal or a runtime makes them. */
function pieces(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [''];
}

/** The answer from each is that of the bare log. */
export const LOSSLESS: readonly [string, (log: string) => string | Uint8Array][] = [
  ['no envelope', each(({ text }) => text)],
  ['Docker json-file', each(({ text, timeMs }) =>
    JSON.stringify({ log: `${text}\n`, stream: 'stderr', time: `${iso(timeMs).slice(0, -1)}123456Z` }))],
  ['Docker json-file with a tag', each(({ text, timeMs }) =>
    JSON.stringify({ log: `${text}\n`, stream: 'stderr', attrs: { tag: 'prom' }, time: iso(timeMs) }))],
  ['container runtime', each(({ text, timeMs }) => `${iso(timeMs).slice(0, -1)}123456Z stderr F ${text}`)],
  ['container runtime, lines in parts', each(({ text, timeMs }) => pieces(text, 60)
    .map((part, i, all) => `${iso(timeMs)} stderr ${i === all.length - 1 ? 'F' : 'P'} ${part}`).join('\n'))],
  ['docker compose', each(({ text }) => `prometheus-1  | ${text}`)],
  ['docker compose in colour', each(({ text }) => `\u001b[36mprometheus-1  |\u001b[0m ${text}`)],
  ['docker compose with times', each(({ text, timeMs }) => `prometheus-1  | ${iso(timeMs)} ${text}`)],
  ['foreman', each(({ text, timeMs }) => `${iso(timeMs).slice(11, 19)} prometheus.1 | ${text}`)],
  ['docker service logs', each(({ text }) => `mon_prometheus.1.abc123def@node-1    | ${text}`)],
  ['kubectl --prefix', each(({ text }) => `[pod/prometheus-0/prometheus] ${text}`)],
  ['kubectl --prefix --timestamps', each(({ text, timeMs }) =>
    `[pod/prometheus-0/prometheus] ${iso(timeMs)} ${text}`)],
  ['kubectl --timestamps', each(({ text, timeMs }) => `${iso(timeMs)} ${text}`)],
  ['stern', each(({ text }) => `prometheus-0 prometheus ${text}`)],
  ['stern in colour with a namespace', each(({ text }) =>
    `\u001b[32mmonitoring\u001b[0m \u001b[1mprometheus-0\u001b[0m \u001b[36mprometheus\u001b[0m ${text}`)],
  ['stern as JSON', each(({ text }) => JSON.stringify({
    message: text, nodeName: 'n1', namespace: 'monitoring', podName: 'prometheus-0', containerName: 'prometheus',
  }))],
  ['kubetail', each(({ text }) => `[prometheus-0 prometheus] ${text}`)],
  ['kail', each(({ text }) => `monitoring/prometheus-0[prometheus]: ${text}`)],
  ['journald short', each(({ text, timeMs }) => `${bsd(timeMs, -7)} host-a prometheus[634]: ${text}`)],
  ['journald short-iso', each(({ text, timeMs }) => `${isoIn(timeMs, -7)} host-a prometheus[634]: ${text}`)],
  ['journald short-precise', each(({ text, timeMs }) => `${bsd(timeMs, 2, true)} host-a prometheus[634]: ${text}`)],
  ['journald short-full', each(({ text, timeMs }) =>
    `Fri ${iso(timeMs).slice(0, 10)} ${iso(timeMs).slice(11, 19)} UTC host-a prometheus[634]: ${text}`)],
  ['journald short-unix', each(({ text, timeMs }) => `${(timeMs / 1000).toFixed(6)} host-a prometheus[634]: ${text}`)],
  ['journald JSON', each(({ text, timeMs }) => JSON.stringify({
    __REALTIME_TIMESTAMP: `${timeMs}000`, _HOSTNAME: 'host-a', _PID: '634', _SYSTEMD_UNIT: 'prometheus.service',
    SYSLOG_IDENTIFIER: 'prometheus', MESSAGE: text,
  }))],
  ['journald JSON with a message of bytes', each(({ text, timeMs }) => JSON.stringify({
    MESSAGE: [...Buffer.from(`\u001b[0m${text}`)], __REALTIME_TIMESTAMP: `${timeMs}000`,
  }))],
  ['journald json-pretty', (log) => linesOf(log).map(({ text, timeMs }) => JSON.stringify({
    __REALTIME_TIMESTAMP: `${timeMs}000`, _HOSTNAME: 'host-a', _SYSTEMD_UNIT: 'prometheus.service', MESSAGE: text,
  }, null, '\t')).join('\n')],
  ['svlogd -t', each(({ text, timeMs }) => `${tai(timeMs)} ${text}`)],
  ['svlogd -tt', each(({ text, timeMs }) => `${iso(timeMs).slice(0, -1).replace('T', '_')}12 ${text}`)],
  ['svlogd -ttt', each(({ text, timeMs }) => `${iso(timeMs).slice(0, -1)}12 ${text}`)],
  ['supervisord in debug mode', each(({ text, timeMs }) =>
    `${iso(timeMs + 7_200_000).slice(0, -1).replace('T', ' ').replace('..', ',')} DEBG 'prometheus' stderr output:\n${
      text}\n`)],
  ['supervisor-stdout', each(({ text }) => `prometheus stderr | ${text}`)],
  ['syslog RFC 3164', each(({ text, timeMs }) => `<30>${bsd(timeMs, 1)} host-a prometheus[634]: ${text}`)],
  ['syslog RFC 5424', each(({ text, timeMs }) =>
    `<30>1 ${iso(timeMs)} host-a prometheus 634 - [meta sequenceId="1"] ${text}`)],
  ['rsyslog with ISO times', each(({ text, timeMs }) =>
    `${iso(timeMs + 7_200_000).slice(0, -1)}000+02:00 host-a prometheus[634]: ${text}`)],
  ['tail of a file', (log) => `==> /var/log/prometheus.log <==\n${log}`],
  ['grep with file names', each(({ text }, i) => `/var/log/prometheus.log:${i + 1}:${text}`)],
  ['grep of files of a container runtime', each(({ text, timeMs }) =>
    `/var/log/pods/mon_prometheus-0_uid/prometheus/0.log:${iso(timeMs)} stderr F ${text}`)],
  ['logcli, newest first', (log) => `${linesOf(log).toReversed().map(({ text, timeMs }) =>
    `${iso(timeMs)} {container="prometheus", pod="prometheus-0"} ${text}`).join('\n')}\n`],
  ['logcli with local times', each(({ text, timeMs }) => `${isoIn(timeMs, 2)} {} ${text}`)],
  ['logcli jsonl', each(({ text, timeMs }) => JSON.stringify({ labels, line: text, timestamp: iso(timeMs) }))],
  ['Loki JSON, newest first', (log) => JSON.stringify({ status: 'success', data: { resultType: 'streams', result: [{
    stream: labels, values: linesOf(log).toReversed().map(({ text, timeMs }) => [nanos(timeMs), text]),
  }] } })],
  ['Grafana JSON, indented', (log) => JSON.stringify(linesOf(log).toReversed().map(({ text, timeMs }) => (
    { line: text, timestamp: nanos(timeMs), date: iso(timeMs), fields: labels })), null, 2)],
  ['Grafana CSV', (log) => `"Time","Line","tsNs","labels"\n${linesOf(log).toReversed().map(({ text, timeMs }) =>
    [String(timeMs), cell(text), nanos(timeMs), cell(JSON.stringify(labels))].join(',')).join('\n')}\n`],
  ['Kibana CSV, each line twice', (log) => `"@timestamp",message\r\n${linesOf(log).flatMap(({ text, timeMs }) => {
    const row = `${cell(kibana(timeMs, 2))},${cell(text)}`;
    return [row, row];
  }).join('\r\n')}\r\n`],
  ['Elasticsearch hits', (log) => JSON.stringify({ hits: { hits: linesOf(log).toReversed().map(({ text, timeMs }) => (
    { _id: 'x', _source: { '@timestamp': iso(timeMs), message: text, kubernetes: { pod: { name: 'p-0' } } } })) } })],
  ['fluentd', each(({ text, timeMs }) => JSON.stringify({
    log: text, stream: 'stderr', time: iso(timeMs), kubernetes: { pod_name: 'prometheus-0', host: 'n1' },
  }))],
  ['Google Cloud', (log) => JSON.stringify(linesOf(log).toReversed().map(({ text, timeMs }) => (
    { textPayload: text, timestamp: iso(timeMs), resource: { labels: { pod_name: 'prometheus-0' } } })), null, 1)],
  ['CloudWatch CSV', (log) => `timestamp,message\n${linesOf(log).map(({ text, timeMs }) =>
    `${timeMs},${cell(text)}`).join('\n')}\n`],
  ['GitHub Actions', each(({ text, timeMs }) => `${iso(timeMs).slice(0, -1)}1234Z ${text}`)],
  ['gh run view --log', each(({ text, timeMs }) => `e2e\tRun tests\t\uFEFF${iso(timeMs).slice(0, -1)}1234Z ${text}`)],
  ['GitLab CI', each(({ text, timeMs }) => `${iso(timeMs).slice(0, -1)}123Z 00O ${text}`)],
  ['BuildKit', each(({ text }, i) => `#12 ${(i * 0.1).toFixed(2)} ${text}`)],
  ['GitHub Actions around docker compose', each(({ text, timeMs }) =>
    `${iso(timeMs).slice(0, -1)}1234Z prometheus-1  | ${text}`)],
  ['syslog around Docker json-file', each(({ text, timeMs }) => `${bsd(timeMs, 0)} host-a docker[1]: ${
    JSON.stringify({ log: `${text}\n`, stream: 'stderr', time: iso(timeMs) })}`)],
  ['CRLF', each(({ text }) => `${text}\r`)],
  ['UTF-8 with a byte order mark', (log) => `\uFEFF${log}`],
  ['UTF-16 little-endian', (log) => Buffer.from(`\uFEFF${log}`, 'utf16le')],
  ['UTF-16 big-endian', (log) => Buffer.from(`\uFEFF${log}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', (log) => Buffer.from(log, 'utf16le')],
  ['a reply that quotes it', each(({ text }) => `> ${text}`)],
  ['a list of Markdown', each(({ text }) => `- \`${text}\``)],
  ['code of Markdown', (log) => `\`\`\`\n${log}\n\`\`\`\n`],
  ['indented', each(({ text }) => `    ${text}`)],
  ['a blank line between', each(({ text }) => `${text}\n`)],
];

/** Wrapped lines; only of lines that are longer than the width. */
export const WRAPPED: readonly [string, (log: string) => string][] = [
  ['wrapped by a terminal of 80 columns', each(({ text }) => pieces(text, 80).join('\n'))],
  ['wrapped by a terminal of 120 columns, behind docker compose', each(({ text }) =>
    pieces(`prometheus-1  | ${text}`, 120).join('\n'))],
  ['wrapped by an editor between words', each(({ text }) => text.replace(/(.{40,70}?) (?=\S)/g, '$1\n'))],
];

/** Every line is cut off at a width: what is lost is unknown. */
export const CUT: readonly [string, (log: string, width: number) => string][] = [
  ['journald with an ellipsis', (log, width) => each(({ text, timeMs }) => {
    const line = `${bsd(timeMs, -7)} host-a prometheus[634]: ${text}`;
    return line.length > width ? `${line.slice(0, width - 1)}\u2026` : line;
  })(log)],
  ['journald cut by a pager', (log, width) =>
    each(({ text, timeMs }) => `${bsd(timeMs, -7)} host-a prometheus[634]: ${text}`.slice(0, width))(log)],
  ['a terminal that marks what is cut', (log, width) =>
    each(({ text }) => (text.length > width ? `${text.slice(0, width - 1)}>` : text))(log)],
];
