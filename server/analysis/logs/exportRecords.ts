/** Reads records of a log store's export: CSV of Kibana, Grafana or Loki, and JSON in one document. Pure. */
import { fieldsOfLabels, fieldsOfObject, nameSource, stamped, stampOf, textOf, type Fields } from './envelopeFields.ts';
import { unpeeled, type Peeled } from './logLine.ts';
import { jsonText, peelObject } from './peelJson.ts';
import { isTabbed, startsRecord } from './records.ts';
import { wholeStamp } from './stamps.ts';

export interface ExportRecord { peeled: Peeled; line: number }

const MAX_CELL = 64 * 1024;
const oneOf = (...words: RegExp[]): RegExp =>
  new RegExp(`^(?:${words.map(({ source }) => source).join('|')})$`, 'i');
/** Columns of Kibana, Grafana, Loki, Splunk, CloudWatch, Google Cloud, Azure, Datadog and Graylog. */
const TIME_COLUMN = oneOf(
  /@timestamp|_?time|timestamp|date(?: and |_)?(?:time)?|ts|tsns|_source\.@timestamp|time \(.{1,40}\)/,
  /ingestiontime|receivetimestamp|event ?time|(?:time|date|timegenerated|timestamp) [[(].{1,40}[\])]/,
);
const TEXT_COLUMN = oneOf(
  /(?:_source\.)?(?:message|line|log|msg|body|content|_raw|@message|textpayload|jsonpayload\.message)/,
  /full_message|log ?(?:message|line|entry)|event\.original/,
);
/** Columns that hold labels as JSON, as Loki writes them, or as Python prints them. */
const LABEL_COLUMN = /^(?:labels?|additional details|attributes|resource\.labels|tags)$/;

/** Returns the records of an export; null if the text is not one, and is to be read line by line. */
export function exportRecords(text: string): Iterable<ExportRecord> | null {
  const start = text.slice(0, 2000).trimStart();
  if (/^[{[]/.test(start)) return recordsOfDocument(text);
  const header = /^\s*([^\r\n]{1,2000})\r?\n/.exec(text)?.[1];
  if (header === undefined) return null;
  const delimiter = [',', ';', '\t'].find((one) => isHeader(cellsOf(header, one)));
  return delimiter === undefined ? null : recordsOfCsv(text, delimiter);
}

function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => TEXT_COLUMN.test(cell)) && cells.some((cell) => TIME_COLUMN.test(cell))
    && cells.every((cell) => cell.length <= 100 && !cell.includes('='));
}

function cellsOf(line: string, delimiter: string): string[] {
  return [...rowsOf(`${line}\n`, delimiter)][0]?.cells.map((cell) => cell.trim()) ?? [];
}

/** Yields rows of CSV: a quoted cell may hold delimiters, doubled quotes and line ends. */
function* rowsOf(text: string, delimiter: string): Generator<{ cells: string[]; line: number }> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const first = line;
    for (;;) {
      let value = '';
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1);
        value = text.slice(at + 1, Math.min(end, at + 1 + MAX_CELL)).replaceAll('""', '"');
        for (let i = text.indexOf('\n', at); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) line += 1;
        at = end + 1;
      }
      const from = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
      value += text.slice(from, Math.min(at, from + MAX_CELL));
      if (cells.length < 200) cells.push(value.replace(/\r$/, ''));
      if (text[at] !== delimiter) break;
      at += 1;
    }
    at += 1;
    line += 1;
    yield { cells, line: first };
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}

function* recordsOfCsv(text: string, delimiter: string): Generator<ExportRecord> {
  let names: string[] | null = null;
  for (const { cells, line } of rowsOf(text, delimiter)) {
    if (cells.length === 1 && (cells[0] ?? '').trim() === '') continue;
    if (names === null) {
      names = cells.map((cell) => cell.trim().toLowerCase().replace(/^(?:_source|resource\.labels)\./, ''));
      continue;
    }
    const fields = new Map<string, string>();
    names.forEach((name, i) => {
      const value = cells[i] ?? '';
      if (value === '') return;
      if (!LABEL_COLUMN.test(name)) fields.set(name, value);
      else for (const [key, label] of labelsOf(value)) if (!fields.has(key)) fields.set(key, label);
    });
    const peeled = ofFields(fields);
    if (peeled !== null) yield { peeled, line };
  }
}

function labelsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? fieldsOfObject({ ...value }) : new Map();
  } catch (error) {
    if (error instanceof SyntaxError) return text.startsWith('{\'') ? fieldsOfPython(text) : fieldsOfLabels(text);
    throw error;
  }
}

/** Parses a dictionary as Python prints it: `{'app': 'x', 'pod_name': 'y'}`. */
function fieldsOfPython(text: string): Fields {
  const pairs = text.slice(0, 8000).matchAll(/'([\w.@-]{1,100})': '((?:[^'\\]|\\.){0,300})'/g);
  return new Map([...pairs].map(([, key = '', value = '']) => [key.toLowerCase(), value]));
}

function ofFields(fields: Fields): Peeled | null {
  const column = [...fields.keys()].find((name) => TEXT_COLUMN.test(name) && name !== 'msg');
  const text = textOf(fields) ?? fields.get('message') ?? (column === undefined ? undefined : fields.get(column))
    ?? (fields.has('msg') ? JSON.stringify(Object.fromEntries(fields)) : undefined);
  if (text === undefined) return null;
  const peeled = exported(withLevel(text, fields), 'CSV export');
  const time = [...fields.keys()].find((name) => TIME_COLUMN.test(name));
  stamped(peeled, stampOf(fields) ?? wholeStamp(fields.get(time ?? '')));
  nameSource(peeled, fields);
  return peeled;
}

const SERIOUS = /^(?:err(?:or)?|warn(?:ing)?|fatal|crit(?:ical)?|panic|emergency)$/i;

/** Puts the level of an error or a warning before its text if only a column of its own has it. */
function withLevel(text: string, fields: Fields): string {
  const level = ['level', 'severity', 'status', 'log.level'].map((key) => fields.get(key))
    .find((one) => one !== undefined && SERIOUS.test(one));
  const hasOwn = startsRecord(text) || isTabbed(text) || /\b(?:level|lvl|severity)["=:]/i.test(text.slice(0, 400));
  return level === undefined || hasOwn ? text : `level=${level.toLowerCase()} msg=${JSON.stringify(text)}`;
}

function exported(text: string, envelope: string): Peeled {
  return { ...unpeeled(text.trim().slice(0, MAX_CELL)), envelopes: [envelope], exported: true, closed: true };
}

/** Returns the records if the whole text is one JSON value that holds a list, else null. */
function recordsOfDocument(text: string): Iterable<ExportRecord> | null {
  const document = parsed(text.replace(/^\uFEFF/, ''));
  const list = listIn(document, 0);
  return list === null ? null : recordsOfList(list);
}

function parsed(text: string): unknown {
  // A document that was cut off need not be read to its end.
  if (!/[\]}]/.test(text.trimEnd().at(-1) ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Finds the list: Loki has `data.result`, Elasticsearch `hits.hits`, CloudWatch `events`; Grafana's is a list. */
function listIn(value: unknown, depth: number): unknown[] | null {
  if (Array.isArray(value)) return [...value as unknown[]];
  if (typeof value !== 'object' || value === null || depth > 2) return null;
  const object: Record<string, unknown> = { ...value };
  for (const key of ['data', 'result', 'streams', 'hits', 'events', 'entries', 'logs', 'results', 'rows']) {
    const list = listIn(object[key], depth + 1);
    if (list !== null) return list;
  }
  return null;
}

function* recordsOfList(list: readonly unknown[]): Generator<ExportRecord> {
  let line = 0;
  for (const one of list) {
    if (typeof one === 'string') {
      yield { peeled: exported(one, 'JSON export'), line: ++line };
      continue;
    }
    if (typeof one !== 'object' || one === null) continue;
    const object: Record<string, unknown> = { ...one };
    if (Array.isArray(object.values ?? object.entries)) {
      for (const peeled of ofStream(object)) yield { peeled, line: ++line };
      continue;
    }
    const peeled = exported('', 'JSON export');
    if (!peelObject(peeled, object)) peeled.text = jsonText(object).slice(0, MAX_CELL);
    yield { peeled, line: ++line };
  }
}

/** Yields the lines of a Loki stream: `{"stream":{"pod":"x"},"values":[["1700000000000000000","line"]]}`. */
function* ofStream(object: Record<string, unknown>): Generator<Peeled> {
  const labels = object.stream ?? object.labels ?? {};
  const fields: Fields = typeof labels === 'string' ? fieldsOfLabels(labels) : fieldsOfObject({ ...labels });
  const values: unknown = object.values ?? object.entries;
  for (const value of Array.isArray(values) ? values : []) {
    const [time, text] = Object.values<unknown>({ ...value as object });
    if (typeof text !== 'string') continue;
    const peeled = exported(text, 'Loki JSON');
    stamped(peeled, wholeStamp(String(time)));
    nameSource(peeled, fields);
    yield peeled;
  }
}
