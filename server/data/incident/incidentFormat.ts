/** Names and limits of an incident file, see docs/incident-file.md. */

export const INCIDENT_FORMAT = 'tsdbscope-incident';
export const INCIDENT_VERSION = 1;
/** Everything in the archive is in this folder, so that unpacking it by hand makes one folder. */
export const INCIDENT_FOLDER = 'tsdbscope-incident/';

export const MEMBERS = {
  manifest: 'manifest.json',
  readme: 'README.txt',
  samples: 'samples.ndjson.gz',
  history: 'history.ndjson.gz',
  facts: 'facts.json',
  findings: 'findings.json',
  replays: 'replays.json',
  notes: 'notes.json',
  profiles: 'profiles.json',
  trains: 'trains.json',
} as const;

/** Returns the member name of a profile's bytes. */
export function profileMember(id: string): string {
  return `profiles/${id}.pb.gz`;
}

/** Values of one file: scrapes times the series each held. A day of 5,000 series at 1 s. */
export const MAX_VALUES = 500_000_000;
/** Series of one file. */
export const MAX_SERIES = 100_000;
/** Lines of one file: half a year at 10 s; lines cost time even if they are empty. */
export const MAX_LINES = 2_000_000;
/** Times are between 2001 and 2100: outside, the clock or the unit is wrong. */
export const EARLIEST_MS = 1e12;
export const LATEST_MS = 4.1e12;
