/** Conditions of configuration, service discovery, rules and notifications. */
import { count, parts, percent, seconds } from '../../../../core/text/parts.ts';
import { community, mixin, MINUTE, type AlertCondition } from './condition.ts';
import {
  above, below, differs, dividedBy, equals, exceeds, increase, instant, maxOverTime, minOverTime, minWithout, or,
  predicted, rate, shareOf, sumWithout, times, where,
} from './expression.ts';

const INSPECT = 'Inspecting is safe.';
const M5 = 5 * MINUTE;

const sendErrors = times(dividedBy(rate('notificationErrors', M5), rate('notificationsSent', M5)), 100);
/** Holds with rules to evaluate or Alertmanagers configured: without either, no notifications are expected. */
const notifies = or(
  above(sumWithout('rule_group', instant('ruleGroupRules')), 0),
  where(instant('sdDiscoveredTargets'), { name: 'notify' })
);

export const RULE_CONDITIONS: readonly AlertCondition[] = [
  {
    code: 'bad-config', panel: 'scrapes',
    alerts: [
      mixin('PrometheusBadConfig', 'critical', 10 * MINUTE, equals(maxOverTime('configReloadSuccessful', M5), 0)),
      community(
        'PrometheusConfigurationReloadFailure', 'warning', 0, differs(instant('configReloadSuccessful'), 1)
      ),
    ],
    holds: 'The configuration has failed to reload', held: 'The configuration failed to reload',
    costs: 'The server runs with the configuration that it loaded before; a restart with the new one fails.',
    action: {
      step: 'Run “promtool check config” on its configuration file, correct what it reports, and reload.',
      why: 'It names the file and the line; the server’s log has the same error.', risk: INSPECT,
    },
  },
  {
    code: 'sd-refresh-failing', panel: 'scrapes',
    alerts: [
      mixin('PrometheusSDRefreshFailure', 'warning', 20 * MINUTE, above(increase('sdRefreshFailures', 600), 0)),
      community(
        'PrometheusServiceDiscoveryRefreshFailure', 'warning', M5, above(increase('sdRefreshFailures', 600), 0)
      ),
    ],
    holds: 'Service discovery has failed to refresh', held: 'Service discovery failed to refresh',
    about: { noun: 'Mechanism', labels: ['mechanism', 'config'] },
    costs: 'Targets stay as they were found last: new ones are not scraped, and gone ones stay down.',
    action: {
      step: 'Read its log for “Unable to refresh target groups”, and check the address and credentials of the '
        + 'mechanism.',
      why: 'The log has the error of each refresh.', risk: INSPECT,
    },
  },
  {
    code: 'sd-kubernetes-failing', panel: 'scrapes',
    alerts: [
      mixin(
        'PrometheusKubernetesListWatchFailures', 'warning', 15 * MINUTE, above(increase('sdKubernetesFailures', M5), 0)
      ),
    ],
    holds: 'Kubernetes service discovery has failed to list or watch',
    held: 'Kubernetes service discovery failed to list or watch',
    measured: (value) => parts`${count(Math.round(value), 'request')} failed in 5 minutes.`,
    costs: 'Pods and services that come and go are missed.',
    action: {
      step: 'Check the role of its service account (get, list, watch) and that it can reach the Kubernetes API.',
      why: 'A missing permission or an API server that does not answer are the usual causes.', risk: INSPECT,
    },
  },
  {
    code: 'notification-queue-filling', panel: 'scrapes',
    alerts: [
      mixin(
        'PrometheusNotificationQueueRunningFull', 'warning', 15 * MINUTE,
        exceeds(predicted('notificationQueueLength', M5, 1800), minOverTime('notificationQueueCapacity', M5))
      ),
    ],
    holds: 'The notification queue has been filling up', held: 'The notification queue filled up',
    measured: (value) => parts`At this pace it holds ${count(Math.round(value), 'notification')} in 30 minutes.`,
    about: { noun: 'Alertmanager', labels: ['alertmanager'] },
    costs: 'A full queue drops notifications: alerts reach nobody.',
    action: {
      step: 'Check that its Alertmanagers answer quickly, and how many alerts fire.',
      why: 'The queue grows while an Alertmanager is slow or unreachable, or rules fire very many alerts.',
      risk: INSPECT,
    },
  },
  {
    code: 'notifications-backlog', panel: 'scrapes',
    alerts: [
      community(
        'PrometheusNotificationsBacklog', 'warning', 0, above(minOverTime('notificationQueueLength', 600), 0)
      ),
    ],
    holds: 'The notification queue has not been empty', held: 'The notification queue was never empty',
    measured: (value) => parts`It held at least ${count(value, 'notification')} for 10 minutes.`,
    about: { noun: 'Alertmanager', labels: ['alertmanager'] },
    costs: 'Alerts arrive late, and a full queue drops them.',
    action: {
      step: 'Check that its Alertmanagers answer quickly.',
      why: 'The queue grows while an Alertmanager is slow or unreachable.', risk: INSPECT,
    },
    saidBy: ['notification-queue-filling'],
  },
  {
    code: 'notifications-failing', panel: 'scrapes',
    alerts: [
      mixin('PrometheusErrorSendingAlertsToSomeAlertmanagers', 'warning', 15 * MINUTE, above(sendErrors, 1)),
      mixin(
        'PrometheusErrorSendingAlertsToAnyAlertmanager', 'critical', 15 * MINUTE,
        above(minWithout('alertmanager', sendErrors), 3)
      ),
      community('PrometheusErrorSendingAlertsToAlertmanager', 'warning', 15 * MINUTE, above(sendErrors, 1)),
      community(
        'PrometheusErrorSendingAlertsToAnyAlertmanager', 'critical', 15 * MINUTE,
        above(minWithout('alertmanager', sendErrors), 3)
      ),
    ],
    holds: 'Alerts sent to Alertmanagers have failed', held: 'Alerts sent to Alertmanagers failed',
    measured: (value, { severity }) => (severity === 'critical'
      ? parts`At least ${percent(value / 100)} fail at every Alertmanager.` : parts`${percent(value / 100)} fail.`),
    about: { noun: 'Alertmanager', labels: ['alertmanager'] },
    costs: 'Alerts that cannot be sent reach nobody.',
    action: {
      step: 'Read its log for “Error sending alerts”, and check that the Alertmanager is reachable and healthy.',
      why: 'The log has the error of each request.', risk: INSPECT,
    },
  },
  {
    code: 'not-connected-to-alertmanagers', panel: 'scrapes',
    alerts: [
      mixin(
        'PrometheusNotConnectedToAlertmanagers', 'warning', 10 * MINUTE,
        below(maxOverTime('alertmanagersDiscovered', M5), 1)
      ),
      community('PrometheusNotConnectedToAlertmanager', 'critical', 0, below(instant('alertmanagersDiscovered'), 1)),
    ],
    onlyIf: notifies,
    holds: 'No Alertmanager has been connected', held: 'No Alertmanager was connected',
    costs: 'Its rules are evaluated, and alerts reach nobody.',
    action: {
      step: 'Check the “alerting” block of its configuration, and that the discovery in it finds Alertmanagers.',
      why: 'Its status page “Service discovery” lists what was found, and what relabeling dropped.', risk: INSPECT,
    },
  },
  {
    code: 'rule-failures', panel: 'scrapes',
    alerts: [
      mixin('PrometheusRuleFailures', 'critical', 15 * MINUTE, above(increase('ruleFailures', M5), 0)),
      community('PrometheusRuleEvaluationFailures', 'critical', 0, above(increase('ruleFailures', 3 * MINUTE), 0)),
    ],
    holds: 'Rule evaluations have failed', held: 'Rule evaluations failed',
    measured: (value, { source }) => parts`${
      count(Math.max(1, Math.round(value)), 'evaluation')} of one group failed in ${
      source === 'mixin' ? '5' : '3'} minutes.`,
    about: { noun: 'Rule group', labels: ['rule_group'] },
    costs: 'Alerts of a rule that fails do not fire, and its recorded series have gaps.',
    action: {
      step: 'Read the error of the rule on its page “Rules” (or /api/v1/rules, lastError).',
      why: 'Usual causes are two series with the same labels (many-to-many matching), and queries that time out.',
      risk: INSPECT,
    },
  },
  {
    code: 'rule-evaluations-missed', panel: 'scrapes',
    alerts: [
      mixin(
        'PrometheusMissingRuleEvaluations', 'warning', 15 * MINUTE, above(increase('ruleIterationsMissed', M5), 0)
      ),
      community('PrometheusRuleEvaluationsMissed', 'warning', M5, above(increase('ruleIterationsMissed', M5), 0)),
    ],
    holds: 'Rule groups have missed evaluations', held: 'Rule groups missed evaluations',
    measured: (value) => parts`One group missed ${count(Math.max(1, Math.round(value)), 'evaluation')} in 5 minutes.`,
    about: { noun: 'Rule group', labels: ['rule_group'] },
    costs: 'An evaluation that takes longer than its interval skips the next: alerts fire late.',
    action: {
      step: 'Find the slowest rule of the group (/api/v1/rules, evaluationTime), and simplify it or split the group.',
      why: 'Rules of one group run one after another within one interval.',
      risk: 'A longer interval or a split changes when alerts fire.',
    },
  },
  {
    code: 'rule-evaluation-slow', panel: 'scrapes',
    alerts: [
      community(
        'PrometheusRuleEvaluationSlow', 'warning', M5,
        exceeds(instant('ruleGroupLastSeconds'), instant('ruleGroupIntervalSeconds'))
      ),
    ],
    holds: 'A rule group has taken longer than its interval', held: 'A rule group took longer than its interval',
    measured: (value) => parts`Its last evaluation took ${seconds(value)}.`,
    about: { noun: 'Rule group', labels: ['rule_group'] },
    costs: 'It cannot be evaluated as often as it is meant to.',
    action: {
      step: 'Find the slowest rule of the group (/api/v1/rules, evaluationTime), and simplify it or split the group.',
      why: 'Rules of one group run one after another within one interval.',
      risk: 'A longer interval or a split changes when alerts fire.',
    },
    saidBy: ['rule-evaluations-missed'],
  },
  {
    code: 'template-failures', panel: 'scrapes',
    alerts: [
      community(
        'PrometheusTemplateTextExpansionFailures', 'critical', 0, above(increase('templateFailures', 3 * MINUTE), 0)
      ),
    ],
    holds: 'Templates of alerts have failed to expand', held: 'Templates of alerts failed to expand',
    measured: (value) => parts`${count(Math.max(1, Math.round(value)), 'template')} failed in 3 minutes.`,
    costs: 'Labels or annotations of these alerts hold an error instead of their text.',
    action: {
      step: 'Read its log for “Expanding alert template failed”, and run “promtool check rules”.',
      why: 'The log names the template.', risk: INSPECT,
    },
  },
  {
    code: 'alertmanager-bad-config', panel: 'scrapes',
    alerts: [
      community(
        'PrometheusAlertmanagerConfigurationReloadFailure', 'warning', 0,
        differs(instant('alertmanagerReloadSuccessful'), 1)
      ),
    ],
    holds: 'The Alertmanager’s configuration has failed to reload',
    held: 'The Alertmanager’s configuration failed to reload',
    costs: 'It routes with the configuration that it loaded before.',
    action: {
      step: 'Run “amtool check-config” on its configuration file, correct what it reports, and reload.',
      why: 'It names what is wrong.', risk: INSPECT,
    },
  },
  {
    code: 'alertmanager-notifications-failing', panel: 'scrapes',
    alerts: [
      community(
        'PrometheusAlertmanagerNotificationFailing', 'critical', 0,
        above(
          shareOf(rate('alertmanagerNotificationsFailed', M5), 'reason', rate('alertmanagerNotifications', M5)), 0.01
        )
      ),
    ],
    holds: 'Notifications of the Alertmanager have failed', held: 'Notifications of the Alertmanager failed',
    measured: (value) => parts`${percent(value)} of the notifications fail.`,
    about: { noun: 'Integration', labels: ['integration'] },
    costs: 'Alerts reach nobody by that integration.',
    action: {
      step: 'Read its log for “Notify for alerts failed”; check the credentials and address of the integration.',
      why: 'The log has the error of each attempt.', risk: INSPECT,
    },
  },
];
