/** Tests which fields of a configuration are told as those of Kubernetes resources. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(`${lines.join('\n')}\n`)).interest ?? '';
const failed = (file: string, errors: string): string => 'level=error ts=2026-01-02T03:04:05.678Z caller=main.go:347 '
  + `msg="Error loading config (--config.file=${file})" err="parsing YAML file ${file}: yaml: unmarshal errors:${
    errors}"`;
const REFUSED = 'level=error ts=2026-01-02T03:04:06.789Z caller=runutil.go:101 msg="function failed. Retrying in next '
  + String.raw`tick" err="trigger reload: reload request failed: Post \"http://localhost:9090/-/reload\": dial tcp `
  + '127.0.0.1:9090: connect: connection refused"';
const GENERATED = '/etc/prometheus/config_out/prometheus.env.yaml';

it('fields of a ServiceMonitor in a raw configuration, and the reload that fails with them', () => {
  const facts = said(failed(GENERATED, String.raw`\n  line 71: field metricRelabelings not found in type `
    + String.raw`config.ScrapeConfig\n  line 75: field sourceLabels not found in type relabel.plain\n  line 80: cannot `
    + 'unmarshal !!map into []*targetgroup.Group'), REFUSED);
  expect(facts).toContain('Fields have the spelling of Kubernetes resources: metricRelabelings (line 71) is '
    + 'metric_relabel_configs in the configuration, sourceLabels (line 75) is source_labels in the configuration. '
    + 'Line 80 needs a list there, as "- targets: [...]". The operator writes that file');
  expect(facts).toContain('The error "function failed. Retrying in next tick" (connection refused) follows from it: ');
  expect(facts).not.toContain('The cause given is "trigger reload');
});

it('a file that no operator wrote is checked by itself', () => {
  const facts = said(failed('/etc/prometheus/prometheus.yml', String.raw`\n  line 9: field scrapeInterval not found in `
    + 'type config.plain'));
  expect(facts).toContain('scrapeInterval (line 9) is scrape_interval in the configuration. Correct them, then run');
  expect(facts).not.toContain('operator');
});

it('says nothing of other fields, and keeps their refused reload', () => {
  const facts = said(failed(GENERATED, String.raw`\n  line 9: field scrape_intervall not found in type config.plain`),
    REFUSED);
  expect(facts).not.toContain('spelling of Kubernetes');
  expect(facts).toContain('function failed');
});
