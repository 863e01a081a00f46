/** What a target is, and what a scrape of it can run into. Types only. */

/** Label set of a series without its name, e.g. `{handler: "/metrics", le: "0.1"}`. Outside text: draw as text only. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Why a scrape gave no samples. `http` = answered with another status than 200; `format` = the body held no samples.
 */
export type ScrapeErrorKind =
  | 'refused' | 'reset' | 'timeout' | 'dns' | 'tls' | 'redirect' | 'too_large' | 'http' | 'format' | 'skipped'
    | 'other';

export type TargetKind =
  | 'prometheus' | 'prometheus-agent' | 'victoriametrics' | 'thanos' | 'mimir' | 'otel-collector' | 'go' | 'unknown';

export type TargetState = 'down' | 'starting' | 'replaying' | 'up' | 'stopping' | 'recorded';
