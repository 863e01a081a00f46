/** Recognizes outputs of TSDB tools (promtool check, vmctl, influx_inspect) and says what they found. */
import { timesText } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { meaningBeside } from '../logs/said/meanings.ts';
import { joined } from '../look/factTools.ts';
import type { Format } from '../look/format.ts';
import { counted, each, named, said, sentence, type Named } from '../look/named.ts';

const MAX_ROWS = 20_000;
/** A finding of promtool's linter: `name metric names should be written in 'snake_case'`. */
const LINT = new RegExp([
  String.raw`^([a-zA-Z_:][\w:]{0,200}) ((?:metric names? should|use base unit|counter metrics should`,
  String.raw`|non-counter metrics|non-histogram|non-summary|no help text|label names should|metric name should`,
  String.raw`|histograms? should)[^\n]{0,200})$`,
].join(''), 'gm');

const COMPARED = /Compared versions:\*\*\s+\[?\*\*`?([^\s`*]{1,60})[^\n]{1,200}? and \[?\*\*`?([^\s`*]{1,60})/;
const COMPARED_BEFORE = /compared are _\*\*([^*\s]{1,60})\*\*_ and _\*\*([^*\s]{1,60})/;

const ROWS: readonly Named[] = [
  {
    id: 'promtool-metrics', name: 'the output of promtool check metrics', program: 'promtool',
    pattern: new RegExp(LINT.source, 'm'), fact: lintFacts,
    remedy: 'They are about names, not about load. For the series themselves, open the text of /metrics that was '
      + 'checked.',
  },
  {
    id: 'promtool-cardinality', name: 'the table of promtool check metrics --extended', program: 'promtool',
    pattern: /^Metric\s+Cardinality\s+Percentage/m,
    fact: (text) => {
      const [, name, count, share] = /^([a-zA-Z_:][\w:]{0,200})\s+(\d{1,12})\s+([\d.]+%)/m.exec(text) ?? [];
      return name === undefined ? null : `${name} has most of the series: ${count} (${share}).`;
    },
    remedy: 'For the series themselves, open the text of /metrics that was checked.',
  },
  {
    id: 'promtool-check', name: 'the output of promtool check', program: 'promtool',
    pattern: /^Checking \S.{0,300}\n(?:.{0,300}\n){0,3}?\s*(?:SUCCESS|FAILED)\b/m,
    // The tests of rules are read with the checks beside them.
    except: /^Unit Testing:\s+\S/m,
    fact: checkFacts,
    remedy: 'For what the server does with them, add it as a target, or open its log.',
  },
  {
    id: 'amtool-check', name: 'the output of amtool check-config', program: 'amtool',
    // A file with a fault is read as a rejected configuration.
    pattern: /^Checking '?\S{1,300}? {1,8}SUCCESS[ \t]*$/m, except: /^Checking '?\S{1,300}? {1,8}FAILED/m,
    fact: (text) => {
      const parts = [...text.matchAll(/^ - (\d{1,6} [a-z ]{4,40}?)s?[ \t]*$/gm)].map(([, part = '']) =>
        `${part}${part.startsWith('1 ') ? '' : 's'}`);
      return `It found no mistake${parts.length === 0 ? '' : `: the file has ${parts.slice(0, 4).join(', ')}`}.`;
    },
    remedy: 'For what Alertmanager does with it, open its log.',
  },
  {
    id: 'promtool-backfill', name: 'the output of promtool tsdb create-blocks-from', program: 'promtool',
    pattern: /^block creation: \S/m,
    fact: (text) => {
      const failure = said(/^block creation: (.{1,1000})$/m, text);
      // The first of several errors says enough.
      return failure === null ? null : joined([
        `It failed: ${failure.split('; ')[0]?.replace(/\.$/, '')}.`,
        failure.includes('too many open files') ? 'Raise the limit of open files (ulimit -n) of the command.'
          : meaningBeside(failure),
      ]);
    },
    remedy: 'For the blocks that it wrote, open their meta.json files: the page Compaction draws them.',
  },
  {
    id: 'vmctl', name: 'the output of vmctl', program: 'vmctl', fact: importFacts,
    pattern: /(?:^|[a-z] )import mode[ \t]*$|^(?:.{0,60} )?(?:importer|snapshot) stats:/mi,
    remedy: 'For what the import costs, open the log and /metrics of the VictoriaMetrics that it writes to.',
  },
  {
    id: 'prombench', name: 'a comment of prombench', program: 'prombench',
    pattern: /Welcome to Prometheus Benchmarking Tool|^\*\*Compared versions:\*\*/m,
    fact: (text) => {
      const [, ours, others] = COMPARED.exec(text) ?? COMPARED_BEFORE.exec(text) ?? [];
      return ours === undefined ? null : `It compares ${ours} with ${others}; the results are in its dashboards.`;
    },
    remedy: 'While both servers run, open their /metrics and profiles; their addresses are in the comment.',
  },
  {
    id: 'influx-tsm', name: 'the summary of a TSM file of InfluxDB', program: 'influx_inspect',
    pattern: /^\s*File: \S{1,500}\.tsm\s*$/m,
    fact: (text) => sentence([
      each(/\bSeries: (\d+)/, text, (value) => `it has ${counted(Number(value), 'series', 'series')}`),
      each(/\bDuration: (\S+)/, text, (value) => `over ${value}`),
      each(/\bFile Size: (\d+)/, text, (value) => `in ${counted(Number(value), 'byte')}`),
    ], ' '),
    remedy: 'For cardinality, open influx_inspect report or reporttsi; for load, the log or /metrics of the server.',
  },
  {
    id: 'influx-report', name: 'a report of series of InfluxDB', program: 'influx_inspect',
    pattern: /^(?:\S+\s+\| )?(?:DB\s+RP\s+Shard\s+)?File\s+Series\s.{0,120}Load Time|^Cardinality \((?:exact|est)/m,
    fact: (text) => each(/^(?:\S+\s+\| )?(?:\s*Total|Cardinality) \((?:est|exact)\): (\d+)/m, text,
      (value) => `It has ${counted(Number(value), 'series', 'series')}.`) ?? tsmFacts(text),
    remedy: 'For load, open the log or /metrics of the server.',
  },
];

export const TSDB_TOOLS: readonly Format[] = ROWS.map(named);

/** Counts TSM files in a report whose total at the end is missing. */
function tsmFacts(text: string): string | null {
  const files = [...text.matchAll(/\b\d{6,18}-\d{6,12}\.tsm\s+(\d{1,12})\b/g)].slice(0, MAX_ROWS)
    .map(([, series]) => Number(series));
  return files.length === 0 ? null
    : `It lists ${counted(files.length, 'TSM file')}, with up to ${
      counted(Math.max(...files), 'series', 'series')} in one.`;
}

const FAILED = /^\s*FAILED\b:?[ \t]*\n?\s*((?!:)\S.{0,300})(?:\n\s+(\S.{0,300}))?/m;
/** Fields of a configuration, which is no file of rules. */
const OF_CONFIGURATION =
  /field (?:global|scrape_configs|rule_files|alerting|remote_\w{4,5}|storage|tracing) not found in type rulefmt/;

const OF_YAML = /\byaml: (?:line \d|control characters|invalid)/;
const NO_YAML = 'The file is not valid YAML at that line: look at its indentation, tabs and quotation marks.';

/** Returns the first fault that a check found, what it means and the next step; else that there is none. */
function checkFacts(text: string): string | null {
  const [, failed, next = ''] = FAILED.exec(text) ?? [];
  if (failed === undefined)
    return fits(/^\s{0,40}FAILED\b/m, text) ? 'It failed; the reason is not in the text.' : 'It found no mistake.';
  const reason = `${failed.trim()}${failed.trimEnd().endsWith(':') ? ` ${next.trim()}` : ''}`;
  const count = [...text.matchAll(/^\s{0,8}FAILED\b/gm)].length;
  return joined([
    `It failed: ${reason.replace(/[.:\s]{1,9}$/, '')}.`,
    fits(OF_CONFIGURATION, text)
      ? 'The file was checked as rules; a configuration is checked with promtool check config.'
      : meaningBeside(`${failed}\n${next}`) ?? (OF_YAML.test(`${failed}\n${next}`) ? NO_YAML : null),
    count < 2 ? null : `${count} files have faults.`,
  ]);
}

function lintFacts(text: string): string | null {
  const findings = [...text.matchAll(LINT)].slice(0, MAX_ROWS);
  const kinds = new Map<string, number>();
  for (const [, , kind = ''] of findings) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const [most] = [...kinds].sort(([, a], [, b]) => b - a);
  const metrics = new Set(findings.map(([, name]) => name)).size;
  if (most === undefined) return null;
  const times = most[1] === findings.length ? 'each' : timesText(most[1]);
  return `It finds fault with ${counted(metrics, 'metric')}; ${times}: ${most[0].trim()}.`;
}

/** Summarizes an import. Its progress counts whole blocks, so it does not move while a large one is read. */
function importFacts(text: string): string | null {
  const digits = (value: string): string => Number(value).toLocaleString('en-US');
  const progress = [...text.matchAll(/(\d{1,9}) \/ (\d{1,9}) \[/g)].at(-1);
  const isBlocks = fits(/blocks found/, text);
  return [
    sentence([
      each(/blocks found: (\d+)/, text, (value) => `it has ${counted(Number(value), 'block')}`),
      each(/^\s+series: (\d+)/m, text, (value) => `${digits(value)} series`),
      each(/^\s+samples: (\d+)/m, text, (value) => `${digits(value)} samples`),
      each(/total samples: (\d+)/, text, (value) => `${digits(value)} samples were imported`),
      each(/samples\/s: ([\d.]+)/, text, (value) => `${digits(value)} per second`),
      each(/time spent while importing: (\S+?);/, text, (value) => `in ${value}`),
      each(/import requests retries: ([1-9]\d*)/, text, (value) => `${digits(value)} requests were sent again`),
    ]),
    progress === undefined ? null : `${progress[1]} of ${progress[2]} ${isBlocks ? 'blocks' : 'parts'} are done${
      isBlocks && progress[1] === '0' ? ': it counts whole blocks, and stays at 0 while the first is read' : ''}.`,
  ].filter((one) => one !== null).join(' ') || null;
}
