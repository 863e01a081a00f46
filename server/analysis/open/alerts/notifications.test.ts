/** Tests what notifications in words say: mails, issues, chat messages, tables. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const open = (text: string) => recognize(new TextEncoder().encode(text));
const told = (text: string): string => open(text).interest ?? '';

const label = (name: string, value: string): string => `<tr>\n<th>${name}</th>\n<td>${value}</td>\n</tr>\n`;
const MAIL = `<!DOCTYPE html>
<html><head><style>p { color: red }</style><title style="a">[FIRING:1] NodeRAIDDegraded (n1 critical)</title></head>
<body><!-- alertname = Hidden --><script>alert("alertname = Evil")</script><table><tr><td style="b">
  1 alert for
    alertname=NodeRAIDDegraded
</td></tr><tr><td><strong style="c">[1] Firing</strong></td></tr>
<tr><td><strong>Labels</strong><br style="d" />alertname = NodeRAIDDegraded<br />device = md0<br />
instance = n1:9100<br />severity = critical<br /><strong>Annotations</strong><br />
description = RAID array &#39;md0&#39; lacks 1 disk.<br /><a href="http://p/">Source</a><br /></td></tr></table></body>
</html>`;

describe('a notification', () => {
  it('in the list of the default template: counts, names what differs, and has the expression', () => {
    const list = (pod: string): string => ['Labels:', ' - alertname = KubePodCrashLooping', ' - namespace = shop',
      ` - pod = ${pod}`, ' - job = kube-state-metrics', ' - instance = 10.0.0.3:8080', ' - severity = warning',
      'Annotations:', ` - description = Pod shop/${pod} waits: "CrashLoopBackOff".`, ' - summary = It is looping.',
      'Source: http://p/graph?g0.expr=max%28waiting%29+%3E%3D+1&g0.tab=1'].join('\n');
    const { format, name, program, door, interest } =
      open(`[FIRING:2] KubePodCrashLooping (shop)\n\nAlerts Firing:\n${list('cart-1')}\n${list('cart-2')}\n`);
    expect({ format, name, program, door }).toEqual({
      format: 'alert', name: 'a notification of Alertmanager', program: 'Alertmanager', door: null,
    });
    expect(interest).toBe('2 alerts were firing. The alert KubePodCrashLooping was firing 2 times (warning, shop, '
      + 'cart-1 and cart-2): Pod shop/cart-1 waits: "CrashLoopBackOff". Its expression is max(waiting) >= 1. A '
      + 'container ends again and again, so Kubernetes waits before it starts it (CrashLoopBackOff): run kubectl '
      + 'describe pod for the exit code, and kubectl logs --previous for the last lines.');
  });

  it('in one line has the same labels', () => {
    expect(told('Alerts Firing: Labels: - alertname = etcdNoLeader - job = etcd - severity = critical Annotations: '
      + '- description = etcd cluster "a": member b has no leader. Source: http://p'))
      .toMatch(/^The alert etcdNoLeader was firing \(critical, etcd\): etcd cluster "a": member b has no leader\. A /);
  });

  it('of Grafana has its values and its state', () => {
    const { name, interest } = open('**Firing**\n\nValue: A=95.2, C=1\nLabels:\n - alertname = Disk full\n'
      + ' - grafana_folder = Infra\n - instance = db-1\nAnnotations:\n - summary = The disk has 4.8 % left\n'
      + 'Source: https://g/alerting/grafana/a/view\n');
    expect(name).toBe('a notification of Grafana');
    expect(interest).toBe('The alert Disk full was firing (db-1): The disk has 4.8 % left. Its value is A=95.2, C=1.');
  });

  it('as a mail in HTML: neither scripts nor comments are read', () => {
    const { format, interest } = open(MAIL);
    expect(format).toBe('alert');
    expect(interest).toMatch(/^The alert NodeRAIDDegraded was firing \(critical, n1:9100, md0\): RAID array 'md0' /);
    expect(interest).toContain('see /proc/mdstat');
    expect(interest).not.toMatch(/Evil|Hidden|Source/);
  });

  it('as an issue with common labels in tables: Prometheus is not named as the target at fault', () => {
    const text = `(Updated at 2026-01-02 03:04:05 UTC)\n\n## Common Labels\n\n<table>\n${label('alertname',
      'PrometheusOutOfOrderTimestamps')}${label('instance', '10.0.0.1:9090')}${label('job', 'p')}${label('severity',
      'warning')}</table>\n\n## Common Annotations\n\n<table>\n${label('description', 'It drops 3.5 samples/s.')}`;
    expect(told(text)).toMatch(new RegExp('^The alert PrometheusOutOfOrderTimestamps was firing \\(warning, p, '
      + '10\\.0\\.0\\.1:9090, which is Prometheus itself\\): It drops 3\\.5 samples/s\\. Prometheus drops samples that '
      + 'are older than the newest'));
  });

  it.each([
    ['a table of Markdown', '| Label | Value |\n|---|---|\n| alertname | TargetDown |\n| severity | warning |\n',
      'The alert TargetDown was firing (warning). Prometheus cannot scrape a share'],
    ['a chat with its details', '*Alert:* Remote write is behind - `critical`\n*Description:* 340 s behind.\n'
      + '*Details:*\n  \u2022 *alertname:* `PrometheusRemoteWriteBehind`\n  \u2022 *job:* `p`\n',
    'The alert PrometheusRemoteWriteBehind was firing (critical, p): 340 s behind. The newest sample'],
    ['words of a person before it', 'We got this:\n\n**Alert:** ThanosCompactHalted\n**Severity:** critical\n'
      + '**Started:** 2026-01-02 03:04:05 UTC\n',
    'The alert ThanosCompactHalted was firing (critical) since 2026-01-02 03:04:05 UTC. Thanos Compact has halted'],
    ['a title alone', '[FIRING:3] InstanceDown for node (critical)\n',
      '3 alerts were firing. The alert InstanceDown was firing. Usually it means'],
    ['a title that ends', '[RESOLVED] InstanceDown (a:9100 node)\n',
      'No alert of it fires any more: InstanceDown is resolved.'],
    ['alerts that fire and one that ended', '[FIRING:1] (a)\nAlerts Firing:\nLabels:\n - alertname = A\n'
      + 'Alerts Resolved:\nLabels:\n - alertname = B\n', 'The alert A was firing.'],
    ['an alert that fires always last', '[FIRING:2]\nLabels:\n - alertname = Watchdog\nLabels:\n'
      + ' - alertname = DiskSlow\n',
      '2 alerts were firing. The alert DiskSlow was firing. The alert Watchdog was firing. It fires always'],
  ])('in %s', (_, text, words) => { expect(told(text).slice(0, words.length)).toBe(words); });

  it('of many alerts names the first, and counts all', () => {
    const alert = (i: number): string => `Labels:\n - alertname = A${i % 9}\n - pod = p${i}\n`;
    const list = Array.from({ length: 10_000 }, (_, i) => alert(i)).join('');
    const started = performance.now();
    expect(told(`[FIRING:10000] many\n${list}`))
      .toMatch(/^10,000 alerts were firing\. The alert A0 was firing 1,112 times \(p0, p9, p18 and \d+/);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([
    ['rules', 'groups:\n- name: a\n  rules:\n  - alert: TargetDown\n    expr: up == 0\n    labels:\n'
      + '      severity: warning\n'],
    ['a log', 'ts=2026-01-02T03:04:05.000Z caller=a.go:1 level=info msg="alertname = A severity = b Labels"\n'
      .repeat(9)],
    ['source code', 'package main\n\nfunc f() { return labels["alertname"], severity }\n'],
    ['prose', 'Our alertname labels are wrong. How do I set the severity?\n'],
  ])('is none of %s', (_, text) => { expect(open(text).format).not.toBe('alert'); });

  it.each([
    ['an open script', `<html>[FIRING:1] A<script>${'<td>alertname'.repeat(50_000)}`],
    ['open tags', `[FIRING:1] A\n${'<td '.repeat(200_000)}`], ['dashes', `[FIRING:1] A\n${'- '.repeat(400_000)}`],
    ['blanks', `[FIRING:1] A\n${' \t'.repeat(400_000)}x`], ['open comments', `[FIRING:1] A\n${'<!--'.repeat(200_000)}`],
  ])('with %s is read in a moment', (_, text) => {
    const started = performance.now();
    open(text);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('the table of amtool', () => {
  it('in its simple form', () => {
    expect(told('Alertname     Starts At                Summary      State   \n'
      + 'etcdNoLeader  2026-01-02 03:04:05 UTC  No leader.   active  \n'
      + 'InstanceDown  2026-01-01 03:04:05 UTC  down         suppressed\n'))
      .toMatch(/^The alert etcdNoLeader was firing since 2026-01-02 03:04:05 UTC: No leader\. A member of etcd/);
  });

  it('in its extended form', () => {
    expect(told('Labels                            Annotations       Starts At                Ends At\n'
      + 'alertname="A b" severity="page"   summary="Say \\"x\\""  2026-01-02 03:04:05 UTC  2026-01-02 04:04:05 UTC\n'))
      .toBe('The alert A b was firing (page) since 2026-01-02 03:04:05 UTC: Say "x".');
  });
});

describe('the series ALERTS', () => {
  it('show what fires, not what is pending', () => {
    expect(told('ALERTS{alertname="KubeNodeNotReady",alertstate="firing",node="n3",severity="warning"} 1\n'
      + 'ALERTS{alertname="B",alertstate="pending"} 1\n'))
      .toMatch(/^The alert KubeNodeNotReady was firing \(warning, n3\)\. A node has not been Ready/);
  });
});

describe('a message of a chat', () => {
  it.each([
    ['titles of several alerts', '[FIRING:3] HighCpuUsage (a critical)\n[FIRING:2] KubeProxyDown (b critical)\n',
      '5 alerts were firing. The alert HighCpuUsage was firing. The alert KubeProxyDown was firing. Prometheus'],
    ['labels below a title', '[FIRING:1] KubeDaemonSetRolloutStuck\nnamespace = ai\ndaemonset = puller\n',
      'The alert KubeDaemonSetRolloutStuck was firing (ai, puller). A DaemonSet does not reach'],
    ['the sender and the time before it', 'AlertManager  APP  3:14 AM\n\u{1F525} [FIRING:1] etcdNoLeader for etcd\n',
      'The alert etcdNoLeader was firing. A member of etcd has no leader'],
    ['an old title of Grafana', '[Alerting] Connections high\nseverity = warning\n',
      'The alert Connections high was firing (warning).'],
    ['a value in the description', 'Labels:\n - alertname = Oom\nAnnotations:\n - description = It is out of memory\n'
      + '   VALUE = 28.5\n   LABELS = map[a:b]\nStarted: 2026-01-02 03:04:05 UTC\n',
    'The alert Oom was firing since 2026-01-02 03:04:05 UTC: It is out of memory. Its value is 28.5.'],
    ['words of a person after it', '[FIRING:1] A\nAnnotations:\n - description = It is full\n\nWhat does this mean?\n',
      'The alert A was firing: It is full.'],
  ])('with %s', (_, text, words) => { expect(told(text).slice(0, words.length)).toBe(words); });

  it('with parts is one notification', () => {
    expect(told('[FIRING:1] KubePodNotReady\nAlert: Pod is not ready. - warning\n\nDetails:\n \u2022 alertname: '
      + 'KubePodNotReady\n \u2022 pod: a-1\n\nAnnotations:\n \u2022 summary: It waits\n'))
      .toMatch(/^The alert KubePodNotReady was firing \(warning, a-1\): It waits\. A pod [^:]{1,80}: run kubectl /);
  });

  it('that only a question quotes is none', () => {
    expect(open('How do I drop the [FIRING:1] prefix of mails? The alertname is enough.\n').format).toBe('unknown');
  });

  it('with a log below it has the errors of that log first, which can be opened', () => {
    const line = 'ts=2026-01-02T03:00:00.000Z caller=db.go:900 level=error component=tsdb msg="compaction failed" '
      + 'err="mkdir /data/01A: no space left on device"';
    const { door, interest } = open('[FIRING:1] PrometheusTSDBCompactionsFailing (a)\nAnnotations:\n - description = '
      + `It has 6 compaction failures.\n\nThe log:\n\n\`\`\`\n${line}\n\`\`\`\n`);
    expect(door).toBe('log');
    expect(interest).toMatch(/^It logged the error "compaction failed" .{1,60} "mkdir \/data\/01A: no space left on/);
    expect(interest).toContain('It also has a notification of Alertmanager: the alert PrometheusTSDBCompactionsFailing '
      + 'was firing: It has 6 compaction failures.');
  });
});
