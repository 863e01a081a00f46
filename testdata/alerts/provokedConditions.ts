/** Codes of the conditions that a test brings a real Prometheus into. */
export const PROVOKED = [
  'bad-config', 'body-size-limit-hit', 'duplicate-timestamps', 'label-limit-hit', 'no-targets-discovered',
  'notifications-failing', 'out-of-order-timestamps', 'query-load-high', 'remote-write-behind', 'remote-write-failing',
  'remote-write-shards', 'rule-evaluation-slow', 'rule-evaluations-missed', 'rule-failures', 'sample-limit-hit',
  'target-limit-hit', 'target-sync-failing', 'template-failures',
];
