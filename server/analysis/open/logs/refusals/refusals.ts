/** Recognizes what servers print without time or level when they reject their configuration or take no writes. Pure. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { ends, joined } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { said } from '../../look/named.ts';
import { countLogLines } from '../logLines.ts';
import { firstKnown } from '../messages/knownMessages.ts';
import { isOfYaml } from '../messages/hosts/ofYaml.ts';
import { exitedContainers } from '../namedLogs.ts';
import { straySection } from './straySections.ts';

const MAX_LINES = 4;
const MAX_TEXT = 400;
/** Marks before a message: of a quote, a list, a level or a name. */
const BEFORE = String.raw`^[ \t>]{0,16}(?:[-*] )?(?:[\w.-]{1,40} {1,40}\| )?(?:[Ee]rror: |ERROR: |FATAL: |\u2717 )?`;
const FILE = String.raw`["'\`]?([^\s"'\`:]{1,200})["'\`]?`;
const REST = String.raw`([^\n]{0,1500})$`;

/** Beginnings of messages about a file that cannot be parsed, each with the file and the reason. */
const FORMS: readonly RegExp[] = [
  // Loki, Promtail and Tempo.
  `failed parsing config: (?:failed to (?:parse|read) (?:configFile|config) )?${FILE}: ${REST}`,
  // Mimir, Cortex and Pyroscope.
  `[Ee]rror loading config from ${FILE}: (?:Error parsing config file: )?${REST}`,
  // Prometheus, promtool and Thanos.
  String.raw`(?:[Ee]rror loading config )?(?:\S{1,100}: )?parsing YAML file ${FILE}: ${REST}`,
  String.raw`[Cc]ouldn't load configuration \(-{1,2}config\.file=${FILE}\): ${REST}`,
  // amtool check-config; the one of promtool is a format of its own.
  String.raw`Checking ${FILE} {1,8}FAILED: ${REST}`,
  // vmagent, vmalert and vmauth.
  String.raw`cannot (?:read|load|parse) (?:\w{2,40} ){0,3}(?:from |in )?"([^"\n]{1,200})": `
    + String.raw`((?:cannot (?:parse|unmarshal)|unsupported|missing|unexpected)[^\n]{0,1500})$`,
  // Grafana.
  String.raw`[Ff]ailed to parse ${FILE}(?:, |: )${REST}`,
  // Telegraf.
  String.raw`(?:\S{1,40} E! \[telegraf\] )?(?:Error running agent: )?error loading config file ${FILE}: ${REST}`,
].map((form) => new RegExp(BEFORE + form, 'm'));
/** Messages that do not name the file. */
const WITHOUT_FILE: readonly RegExp[] = [
  // The OpenTelemetry Collector.
  String.raw`(?:failed to get config|invalid configuration|cannot load configuration): ${REST}`,
  // Loki and Mimir, after the file was parsed.
  String.raw`(?:CONFIG ERROR: |error validating config: |validating config: )${REST}`,
  // Unknown flags.
  String.raw`(?:[Ee]rror parsing command-?line arguments: |\w{3,20}: error: |error parsing flags: )`
    + String.raw`((?:unknown|unexpected|flag)[^\n]{0,500})$`,
  String.raw`(flag provided but not defined: [^\n]{1,200})$`,
  String.raw`[Dd]atasource provisioning error: ${REST}`,
].map((form) => new RegExp(BEFORE + form, 'm'));

/** Words of the messages, to skip other texts at once. */
const WORDS = new RegExp([
  /failed parsing config|rror loading config|parsing YAML file|load configuration|FAILED: |cannot (?:read|load|parse) /,
  /ailed to parse |get config: |invalid configuration: |validating config: |CONFIG ERROR: |: error: |flag provided but/,
  /rror parsing (?:command|flags)|provisioning error: /,
].map(({ source }) => source).join('|'));

/** Lines under a message that name the lines of the file. */
const LINE = /^[ \t>]{0,16}(?:line \d{1,7}: |'[\w./-]{1,60}' |error decoding |\* )\S[^\n]{0,400}/;

/** The name of a container before a line of docker compose. */
const CONTAINER = /^[ \t>]{0,16}[\w.-]{1,60} {1,40}\| ?/;

/** Programs by the words of a message: paths, types of the configuration, and settings. */
const PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['Promtail', /promtail|scrapeconfig\.Config/i],
  ['Loki', /\bloki|indexshipper\.|ChunkStoreConfig|boltdb-shipper|Structured Metadata/i],
  ['Tempo', /\btempo\b|tempodb\.|type app\.Config/i], ['Mimir', /\bmimir\b/i], ['Cortex', /\bcortex\b/i],
  ['Pyroscope', /\bpyroscope\b/i], ['Alertmanager', /\b(?:alertmanager|amtool)\b/i],
  ['VictoriaMetrics', /\bvm(?:agent|alert|auth|single|insert|select|storage)\b|promscrape|victoria-?metrics/i],
  ['Grafana', /\bgrafana\b|[Dd]atasource provisioning/], ['Thanos', /\bthanos\b/i],
  ['OpenTelemetry Collector', /\botel(?:col)?\b|failed to get config|'(?:exporters|receivers|processors|service)/],
  ['Telegraf', /telegraf/i], ['Prometheus', /\bprometheus\b|type config\.(?:plain|Config|ScrapeConfig)\b|promtool/i],
];
/** Components of VictoriaMetrics that have a configuration file. */
const COMPONENT = /\b(vm(?:agent|alert|auth))\b/;

/** Names of configuration files. */
const CONFIG_FILE = /\.(?:ya?ml|toml|ini|conf|cfg|json|hcl|river|alloy|tmpl)$|config|^\/etc\//i;

interface Refusal { file: string | null; reason: string; program: string | null; at: number }

function refusalIn(text: string): Refusal | null {
  if (!fits(WORDS, text)) return null;
  const found = [
    ...FORMS.map((form) => ({ form, hasFile: true })), ...WITHOUT_FILE.map((form) => ({ form, hasFile: false })),
  ].flatMap(({ form, hasFile }): Refusal[] => {
    const match = form.exec(text);
    if (match === null) return [];
    const [whole, first = '', second = ''] = match;
    const reason = withLines(hasFile ? second : first, text.slice(match.index + whole.length));
    const program = PROGRAMS.find(([, pattern]) => pattern.test(`${whole} ${reason}`))?.[0] ?? null;
    // Other files cannot be parsed either, and other programs have flags.
    const isOne = hasFile ? CONFIG_FILE.test(first) : program !== null;
    return reason === '' || !isOne ? [] : [{ file: hasFile ? first : null, reason, program, at: match.index }];
  });
  return found.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

/** Adds to a reason that ends with a colon the lines below it. */
function withLines(reason: string, rest: string): string {
  const own = reason.trim().replace(/^parsing YAML file \S{1,200}: /, '');
  const isQuoted = own.split('"').length % 2 === 0 && own.endsWith('"');
  if (own !== '' && !own.endsWith(':')) return own.slice(0, isQuoted ? -1 : undefined).replace(/\.$/, '');
  const lines = rest.replace(/^\n{1,3}/, '').split('\n', MAX_LINES + 2).map((line) => line.replace(CONTAINER, ''));
  const end = lines.findIndex((line) => line.trim() !== '' && !LINE.test(line));
  const below = (end < 0 ? lines : lines.slice(0, end)).map((line) => line.replace(/^[ \t>]{1,16}/, '').trim())
    .filter((line) => line !== '').slice(0, MAX_LINES);
  // The lines say more than "yaml: unmarshal errors".
  return below.length === 0 ? own.replace(/:$/, '') : below.join('; ');
}

/** Returns the lines without the names of containers before them. */
const messagesOf = ({ envelope, head, bare }: Look): string => (envelope === null ? head : bare.slice(0, MAX_BARE));

const MAX_BARE = 64 * 1024;
const MAX_COUNTED = 100;
const FEW_LINES = 3;

/** Whether a message is one of the lines of a log, which is opened. */
const isWithinLog = (look: Look): boolean => look.lines.length > FEW_LINES
  && countLogLines(look, MAX_COUNTED) * 2 > Math.min(look.lines.length, MAX_COUNTED);

const REFUSED_CONFIGURATION: Format = {
  id: 'refused-configuration', name: 'a rejected configuration', door: null, isAnywhere: true,
  match: (look) => {
    const refusal = look.isText ? refusalIn(messagesOf(look)) : null;
    return refusal === null || isWithinLog(look) ? null : { ...LIKELY, program: refusal.program ?? undefined };
  },
  interest: (look) => {
    const refusal = refusalIn(messagesOf(look));
    if (refusal === null) return null;
    const { file, program } = refusal;
    const component = program === 'VictoriaMetrics' ? said(COMPONENT, `${file ?? ''} ${refusal.reason}`) : null;
    const job = said(/for `?job_name`? "([^"\n]{1,200})"/, refusal.reason);
    const last = refusal.reason.split(/: (?=cannot |missing |unsupported |unexpected )/).at(-1) ?? refusal.reason;
    const reason = (job === null ? refusal.reason : last.replace(/^[^:]{1,80}"[^"]{1,200}": /, '')).slice(0, MAX_TEXT);
    const of = `${file === null ? '' : ` ${file}`}${job === null ? '' : ` (job ${job})`}`;
    return joined([
      `${program === null ? `The configuration${of} is rejected`
        : `${component ?? program} rejects its configuration${of}`}: ${ends(reason)}.`,
      straySection(program, refusal.reason), yamlMeaning(refusal.reason),
      look.envelope === null ? exitedContainers(look) : null,
    ]);
  },
  remedy: 'Correct the lines named, or take the configuration of the version that runs.',
};

/** Returns what the reason means if it is that of a parser of YAML; null for others. */
function yamlMeaning(reason: string): string | null {
  const first = firstKnown(reason)?.known;
  return first !== undefined && isOfYaml(first.message) ? first.sentence : null;
}

const READ_ONLY = new RegExp([
  String.raw`switching the storage at "?([^\s"]{1,200})"? to read-only mode, since it has less than `,
  String.raw`-storage\.minFreeDiskSpaceBytes=(\d{1,18}) of free space: (\d{1,18}) bytes left`,
].join(''));

/** The warning of a storage that takes no more writes, without the line's time or path. */
const READ_ONLY_STORAGE: Format = {
  id: 'read-only-storage', name: 'a warning of VictoriaMetrics', door: null, isAnywhere: true,
  match: (look) => when(look.isText && fits(READ_ONLY, look.head) && !isWithinLog(look),
    { ...LIKELY, program: 'VictoriaMetrics' }),
  interest: ({ head }) => {
    const [, path, limit, left] = READ_ONLY.exec(head) ?? [];
    return path === undefined ? null : `The storage at ${path} became read-only: ${
      Number(left).toLocaleString('en-US')} bytes are free, less than -storage.minFreeDiskSpaceBytes (${
      formatBytes(Number(limit))}). It rejects writes until there is space.`;
  },
  remedy: 'Free space, or enlarge the disk; senders that buffer retry.',
};

const HEALTH = /^[ \t>]{0,16}(?:Attempt #(\d{1,6}) failed with ([^\n]{1,200})|Healthcheck failed!)$/m;

/** The output of a platform on a new deployment that does not become healthy. */
const FAILED_HEALTHCHECK: Format = {
  id: 'failed-healthcheck', name: 'a failed health check', door: null, isAnywhere: true,
  match: (look) => when(look.isText && fits(HEALTH, look.head) && fits(/ealth|replicas/, look.head)
    && !isWithinLog(look), LIKELY),
  interest: ({ head }) => {
    const attempts = [...head.matchAll(new RegExp(HEALTH.source, 'gm'))].filter(([, number]) => number !== undefined);
    const [, number, reason] = attempts.at(-1) ?? [];
    const [, failed, all] = /^[ \t>]{0,16}(\d{1,4})\/(\d{1,4}) replicas never became healthy/m.exec(head) ?? [];
    return joined([
      `The health check failed${number === undefined ? '' : ` (attempt ${number}: ${reason?.trim()})`}${
        failed === undefined ? '' : `; ${failed} of ${all} replicas never became healthy`}.`,
    ]);
  },
  remedy: 'Open the log of the server that was deployed.',
};

export const REFUSALS: readonly Format[] = [REFUSED_CONFIGURATION, READ_ONLY_STORAGE, FAILED_HEALTHCHECK];
