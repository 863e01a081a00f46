import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const promtool = (...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)('promtool', args, { cwd: join(root, 'deploy') });

interface Rule { alert: string; expr: string; annotations: Record<string, string> }
const rules = (parse(read('deploy/alerts.yaml'), { merge: true }) as { groups: { rules: Rule[] }[] })
  .groups.flatMap((group) => group.rules);

describe('the alert rules for Prometheus', () => {
  it('are accepted, and do what their own tests say', async () => {
    expect((await promtool('check', 'rules', 'alerts.yaml')).stdout).toContain(`${rules.length} rules found`);
    expect((await promtool('test', 'rules', 'alerts.test.yaml')).stdout).toContain('SUCCESS');
  });

  it('each have a test in which they fire, and a section that says what to do', () => {
    const tests = (parse(read('deploy/alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    }).tests.flatMap((one) => one.alert_rule_test);
    const headings = read('docs/alerting.md').match(/^### Tsdbscope.+$/gm) ?? [];
    for (const { alert, annotations } of rules) {
      expect(tests.some(({ alertname, exp_alerts: fired }) => alertname === alert && fired.length > 0)).toBe(true);
      expect(annotations['runbook_url']).toBe(`docs/alerting.md#${alert.toLowerCase()}`);
      expect(headings).toContain(`### ${alert}`);
    }
    expect(headings).toHaveLength(rules.length);
  });

  it('name metrics that there are', () => {
    // A feature has its own metrics.
    const folders = ['server/program/api/http', 'server/features'];
    const code = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => read(`${folder}/${name}`))).join('\n');
    const named = rules.flatMap(({ expr }) => expr.match(/tsdbscope_\w+/g) ?? []).map(
      (name) => name.replace(/_bucket$/, '')
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });
});
