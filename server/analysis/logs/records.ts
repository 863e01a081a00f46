/** Recognizes the beginning of a server's own line, after its envelopes. Pure. */

/** Matches the beginning of a server's own line: logfmt, JSON, a time before a tab, a Go GC trace, InfluxDB. */
const RECORD = new RegExp(
  /^(?:ts|time|t)="?\d{4}|^(?:level|caller|source|lvl|logger|msg)=|^\{"/.source
    + /|^\d{4}-\d\d-\d\dT[\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d)\s|^gc \d{1,9} @\d/.source
    + /|^\[\w{1,20}\] \d{4}\/\d\d\/\d\d /.source
);
/** Matches a time and a level, but not Go's `fatal error: ...` after the time of a supervisor. */
const TABS = new RegExp(
  /^\d{4}-\d\d-\d\dT[\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d)\s+/.source
    + /(?:debug|info|warn|error|d?panic|fatal(?!\serror:))\s/.source, 'i'
);

export function startsRecord(text: string): boolean {
  return RECORD.test(text.slice(0, 100));
}

export function isTabbed(text: string): boolean {
  return TABS.test(text.slice(0, 60));
}

/** Matches lines without an envelope: keys, or a format of InfluxDB before 1.4, Telegraf and QuestDB. */
const OWN_BEGINNING = new RegExp([
  /^(?:ts|time|level|caller|source|t|lvl)=/, /^\[\w{1,20}\] \d{4}\/\d\d\/\d\d /,
  /^\d{4}-\d\d-\d\dT[\d:.]{8,20}Z (?:[DIWE]! \S|[A-Z] i\.q\.)/,
].map(({ source }) => source).join('|'));

export function isBare(text: string): boolean {
  return OWN_BEGINNING.test(text.slice(0, 100)) || isTabbed(text);
}
