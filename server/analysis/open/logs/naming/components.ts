/** Names which part of a program wrote a log: of VictoriaMetrics and Thanos, an exporter, a build. Pure; bounded. */
import { distinct } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import type { Recognized } from '../../look/recognized.ts';
import { baseOf } from '../../look/sourceName.ts';

const VICTORIA = 'VictoriaMetrics';
const COLLECTOR = 'OpenTelemetry Collector';
const MAX_CHARS = 64 * 1024;
const MAX_PARTS = 3;

const OF_VICTORIA = new RegExp([
  /\bbuild version: (vm\w{2,20})-\d{4,14}-/,
  // A single server has the code of vmstorage, vminsert and vmselect, too.
  /(?:^|[/\t ])app\/(vm(?:agent|alert|auth|backup|restore|ctl|gateway))\//,
  // Of a cluster alone.
  /\/app\/(vmselect|vminsert)\/main\.go.{0,60}? netstorage\b/, /\/app\/(vminsert)\/netstorage\//,
  /\/app\/(vmstorage)\/servers\//,
].map(({ source }) => source).join('|'));
/** The label by which kubectl chose the pods, and the name of a container or a unit. */
const LABEL = /\bapp(?:\.kubernetes\.io\/name)?=(vm(?:agent|alert|auth|select|insert|storage))\b/g;
const CONTAINER = /(?:^|[/_-])(vm(?:agent|alert|auth|select|insert|storage))(?:-prod)?$/;
/** The fields that pmm-agent adds to each line of a program that it runs. */
const OF_PMM = /\bcomponent=agent-process type=([a-z]\w{1,40})/;

const VMAGENT_OF_PMM = /\bcomponent=agent-process type=vm_agent\b/;

/** Returns the parts of VictoriaMetrics that wrote a log. */
function victoriaParts(look: Look): string[] {
  const { writers, text } = look;
  const found = distinct(look).flatMap((line) =>
    OF_VICTORIA.exec(line)?.slice(1).find((one) => one !== undefined) ?? []);
  const labels = [...text.slice(0, MAX_CHARS).matchAll(LABEL)].map(([, name = '']) => name);
  const containers = writers.flatMap((writer) => CONTAINER.exec(baseOf(writer))?.[1] ?? []);
  const ofPmm = VMAGENT_OF_PMM.test(text.slice(0, MAX_CHARS)) ? ['vmagent'] : [];
  const all = [...new Set([...found, ...labels, ...containers, ...ofPmm])];
  const head = text.slice(0, MAX_CHARS);
  const isStorage = OF_STORAGE.test(look.bare) && /\bvmstorage\b/.test(head) && !OF_SINGLE.test(head);
  return all.length > 0 || !isStorage ? all : ['vmstorage'];
}

/** Names and code of a single server alone. */
const OF_SINGLE = /\bvmsingle\b|\bapp\/victoria-metrics\/|\bbuild version: victoria-metrics-(?!\S{0,80}-cluster)/;
/** Code of a single server and of vmstorage, which what is written beside a log may name. */
const OF_STORAGE = /\blib\/(?:storage|mergeset)\/\w{1,40}\.go:\d/;

/** Parts of Thanos by the names under which they log. */
const THANOS_PARTS: Readonly<Record<string, string>> = {
  sidecar: 'sidecar', receive: 'receiver', 'receive-handler': 'receiver', store: 'store gateway',
  'store-gateway': 'store gateway', query: 'querier',
  'query-frontend': 'query frontend', rule: 'ruler', rules: 'ruler', compact: 'compactor', compactor: 'compactor',
  // Messages of that part alone.
  'critical error detected; halting': 'compactor', 'retriable error': 'compactor',
};
const OF_THANOS = new RegExp([
  /\bcomponent"?[=:] ?"?([a-z]{4,10}(?:-[a-z]{7,8})?)(?=["\s,}]|$)/, /\bthanos@(\w{4,10})\[\d/,
  /\bmsg="starting (sidecar|compact|store|query|rule|receive)\b/, /\bcaller=(sidecar|receive)\.go/,
  /\bmsg="(critical error detected; halting|retriable error)"/,
].map(({ source }) => source).join('|'), 'gm');

const thanosParts = ({ bare }: Look): string[] =>
  [...new Set([...bare.slice(0, MAX_CHARS).matchAll(OF_THANOS)].flatMap(([, component, unit, started, file, ended]) =>
    THANOS_PARTS[component ?? unit ?? started ?? file ?? ended ?? ''] ?? []))];

/** Returns `whole` with another name of its program, also in its own name. */
const renamed = (whole: Recognized, from: string, to: string): Recognized =>
  ({ ...whole, program: to, name: whole.name.replace(from, () => to) });

/** Names the only part, else in parentheses the few that the text has. */
function ofParts(whole: Recognized, program: string, parts: readonly string[]): Recognized {
  const [only, second] = parts;
  if (only === undefined || parts.length > MAX_PARTS) return whole;
  return second === undefined ? renamed(whole, program, `${program} ${only}`) : {
    ...whole,
    name: whole.name.replace(program, () => `${program} (${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''})`),
  };
}

/** Adds the version of a part of VictoriaMetrics that prints it without a line of the log. */
function ofBuild(whole: Recognized, text: string): Recognized {
  const { program, version, name, interest } = whole;
  const part = program?.slice(VICTORIA.length + 1) ?? '';
  if (program === null || part === '' || version !== null) return whole;
  const own = new RegExp(String.raw`\b${part}-\d{8}-\d{6}-(?:tags-)?v(\d{1,4}\.\d{1,4}\.\d{1,4})`).exec(text)?.[1];
  return own === undefined ? whole : {
    ...whole, version: own, name: name.replace(program, () => `${program} ${own}`),
    interest: interest?.replace(` The text also shows the version of ${part} ${own}.`, '') ?? null,
  };
}

/** The build of the Collector by AWS, which has versions of its own. */
const ADOT = /\bservice\.name"?[=:] ?"?aws-otel-collector\b|\baws-observability\/aws-otel-collector\b/;
/** The exporter that a log is of: as it starts, and by the file or the module of its source. */
const EXPORTER = new RegExp([
  /\bStarting ([a-z]\w{1,30}_exporter)\b/, /\b(?:source|caller|file)="?(?:\S{0,100}\/)?([a-z]\w{1,30}_exporter)\.go:\d/,
  /github\.com\/[\w.-]{1,60}\/([a-z]\w{1,30}_exporter)[/@]/,
  /(?:^|\n)[ \t]{0,12}([a-z]\w{1,30}_exporter), version \d/,
].map(({ source }) => source).join('|'));
const ANY_EXPORTER = 'an exporter of Prometheus';
/** An error of the client of PostgreSQL in a collector, which only its exporter has. */
const OF_POSTGRES = /\bmsg="collector failed" name=\S{1,60} [^\n]{0,200}?\berr="pq: /;

/** The name of a log whose program is not known, or known only by a message. */
const UNNAMED = /\bof a program that is not known here\b|\bwith messages of [a-z]\w{1,30}_exporter\b/;
/** The exporter that the file of a source names. */
const OF_FILE = /\b(?:source|caller)="?(?:\S{0,100}\/)?([a-z]\w{1,30}_exporter)\.go:\d/;

/** Names a log of an unknown program by such a file. */
function ofFile(whole: Recognized, words: string): Recognized {
  const exporter = OF_FILE.exec(words)?.[1];
  return exporter === undefined || (whole.program ?? exporter) !== exporter ? whole
    : { ...whole, program: exporter, name: whole.name.replace(UNNAMED, () => `of ${exporter}`) };
}

/** Returns `whole` with the part of its program that wrote it, if the text shows it. */
export function withPart(whole: Recognized, look: Look): Recognized {
  const { program, format, name } = whole;
  const own = format === 'log' ? ofFile(whole, look.words.slice(0, MAX_CHARS)) : whole;
  if (own !== whole) return own;
  if (program === null || !name.includes(program)) return whole;
  if (program === VICTORIA && /^victoriametrics-(?:log|by-name)$/.test(format))
    return ofBuild(ofParts(whole, program, victoriaParts(look)), look.head);
  if (program === 'Thanos' && /^thanos-/.test(format)) return ofParts(whole, program, thanosParts(look));
  if (program === COLLECTOR && ADOT.test(look.head)) return renamed(whole, program, `AWS ${COLLECTOR} (ADOT)`);
  if (program !== ANY_EXPORTER) return whole;
  const words = look.words.slice(0, MAX_CHARS);
  const exporter = EXPORTER.exec(words)?.slice(1).find((one) => one !== undefined)
    ?? (OF_POSTGRES.test(words) ? 'postgres_exporter' : undefined);
  return exporter === undefined ? whole : ofPrinted(renamed(whole, program, exporter), exporter);
}

/** Moves the version that a text shows of the program beside its log into the name of the log. */
function ofPrinted(whole: Recognized, program: string): Recognized {
  const { version, name, interest } = whole;
  const [said, own] = new RegExp(` ?The text also shows the version of ${program} (\\d[\\w.-]{0,40}?)\\.(?= |$)`)
    .exec(interest ?? '') ?? [];
  return version !== null || said === undefined || own === undefined ? whole : {
    ...whole, version: own, name: name.replace(program, () => `${program} ${own}`),
    interest: interest?.replace(said, () => '').trim() || null,
  };
}

/** Says that pmm-agent ran the program that wrote a log, and names that program if its lines do not. */
export function withRunner(whole: Recognized, { head }: Look): Recognized {
  const type = whole.door === 'log' ? OF_PMM.exec(head)?.[1] : undefined;
  if (type === undefined) return whole;
  const isNew = whole.program === null && type.endsWith('_exporter');
  const own = isNew ? { ...whole, program: type, name: `a log of ${type}` } : whole;
  return { ...own, name: `${own.name}, run by pmm-agent (PMM)` };
}
