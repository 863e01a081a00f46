/** Alerts of the mixin of Alertmanager, and those that Grafana makes itself. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const SEND = 'look in its log for "Notify for alerts failed": it has the answer of the receiver';
const ENDED = 'look at why they ended: kubectl describe, and kubectl logs --previous';

const ALERTMANAGER: readonly AlertRow[] = [
  ['AlertmanagerFailedReload',
    'Alertmanager could not load its changed configuration, and continues with the previous one',
    'run amtool check-config on the file, and read the error in its log'],
  ['AlertmanagerMembersInconsistent', 'An Alertmanager does not see all other members of its cluster, so notifications '
    + 'may be sent more than once', 'see /status of each, and whether port 9094 is open between them for TCP and UDP'],
  ['AlertmanagerFailedToSendAlerts', 'More than 1 % of the notifications of one Alertmanager to an integration fail',
    SEND],
  ['AlertmanagerClusterFailedToSendAlerts', 'Every Alertmanager of the cluster fails to send more than 1 % of its '
    + 'notifications to an integration, so some reach no one', SEND],
  ['AlertmanagerConfigInconsistent', 'Alertmanagers of one cluster have different configurations',
    'compare config_hash of each, and see which did not reload'],
  ['AlertmanagerClusterDown', 'Half or more of the Alertmanagers of a cluster were down for most of the last 5 minutes',
    ENDED],
  ['AlertmanagerClusterCrashlooping', 'Half or more of the Alertmanagers of a cluster restarted at least 5 times in 10 '
    + 'minutes', ENDED],
];

const GRAFANA: readonly AlertRow[] = [
  ['DatasourceError', 'Grafana could not run the query of an alert rule, so the rule was not evaluated; it is no '
    + 'finding about what the rule watches', 'test the data source that the label datasource_uid names, and read the '
    + 'annotation Error'],
  ['DatasourceNoData', 'The query of an alert rule of Grafana gave no data', 'run the query in Explore: see whether '
    + 'its series still exist, or its labels changed'],
];

export const ALERTS_OF_ALERTMANAGER: AlertsOfProgram = { program: 'Alertmanager', rows: ALERTMANAGER };
export const ALERTS_OF_GRAFANA: AlertsOfProgram = { program: 'Grafana', rows: GRAFANA };
