/** Kinds of targets, and errors of their scrapes. Types only. */

/** Labels of a series without its name, e.g. `{handler: "/metrics", le: "0.1"}`. Untrusted: render as text only. */
export type Labels = Readonly<Record<string, string>>;

/** Why a scrape gave no samples. `http`: answered with a status other than 200; `format`: the body had no samples. */
export type ScrapeErrorKind =
  | 'refused' | 'reset' | 'timeout' | 'dns' | 'tls' | 'redirect' | 'too_large' | 'http' | 'format' | 'skipped'
    | 'other';

export type TargetKind =
  | 'prometheus' | 'prometheus-agent' | 'victoriametrics' | 'thanos' | 'mimir' | 'otel-collector' | 'go' | 'unknown';

export type TargetState = 'down' | 'starting' | 'replaying' | 'up' | 'stopping' | 'recorded';
