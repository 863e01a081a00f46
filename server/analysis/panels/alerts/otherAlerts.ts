/** Alerts that no condition evaluates: those that other findings cover, and omitted ones, each with the reason. */

/** Alert of the community rules that findings on a target's state cover: one of them is present when it fires. */
interface SaidAlert { name: string; findings: readonly string[]; why: string }

/** Findings of a target that does not answer; which one depends on how it fails. */
export const NO_ANSWER = [
  'target-down', 'target-hanging', 'target-failing', 'restart-loop', 'start-died', 'start-stalled', 'replay-running',
  'start-running', 'target-replaying', 'scrapes-failed',
] as const;

export const SAID_BY_OTHERS: readonly SaidAlert[] = [
  {
    name: 'PrometheusTargetMissing', findings: NO_ANSWER,
    why: 'A target that does not answer, of a job in which others do',
  },
  {
    name: 'PrometheusAllTargetsMissing', findings: NO_ANSWER,
    why: 'A target that does not answer, nor does any other of its job',
  },
];

export const LEFT_OUT: readonly { name: string; why: string }[] = [
  {
    name: 'PrometheusTargetMissingWithWarmupTime',
    why: 'It joins up with the boot time of the host (node_exporter); without that it is PrometheusTargetMissing.',
  },
  {
    name: 'PrometheusAlertmanagerConfigNotSynced',
    why: 'It compares the configurations of several Alertmanagers; the metrics of one have its own alone.',
  },
  {
    name: 'PrometheusAlertmanagerE2eDeadManSwitch',
    why: 'It always fires, to show that alerts arrive: it says nothing of a server.',
  },
  {
    name: 'PrometheusTimeseriesCardinality',
    why: 'It counts all stored series by name, which the server’s own metrics do not have. The page Memory lists '
      + 'them (/api/v1/status/tsdb); 10,000 of one name are usual.',
  },
];
