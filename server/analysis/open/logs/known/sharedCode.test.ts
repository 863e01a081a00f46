/** Tests that messages of code that several programs share are reported for the one that the text names. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).program;
const JOIN = '[DEBUG] memberlist: Failed to join 10.9.0.2: received invalid msgType (72), expected pushPullMsg (6) '
  + 'from=10.9.0.2:8080';
const REFUSED = 'level=error ts=2026-01-02T03:04:05.1Z caller=push.go:89 user=a msg="push error" err="rpc error: code '
  + '= Code(400) desc = user=a: per-user series limit of 9000 exceeded, please contact administrator to raise it '
  + '(per-ingester local limit: 9000)"';
const PUSH = 'level=warn ts=2026-01-02T03:04:05.1Z caller=grpc_logging.go:38 method=/cortex.Ingester/Push '
  + 'duration=1.3ms err="rpc error: code = Code(400) desc = user=a: x" msg=gRPC';

it.each([
  ['Cortex', ['They do not see each other.', '', '```yaml', 'alertmanager:', '  data_dir: /var/lib/cortex-am', '```',
    '', '```', JOIN, '```']],
  ['Loki', ['Two pods of Loki, with a mistake in join_members:', '', '```', JOIN, '```']],
  ['Alertmanager', ['Our three Alertmanagers do not form a cluster:', '', '```', JOIN, '```']],
  ['memberlist', ['Is it Loki or Tempo-ingester, or one of Mimir?', '', '```', JOIN, '```']],
])('a member of a gossip: %s', (program, lines) => { expect(of(...lines)).toBe(program); });

it('a member of a gossip is quoted with the peer that it cannot join, and what it got', () => {
  const facts = recognize(new TextEncoder().encode(`Two pods of Loki:\n\n\`\`\`\n${JOIN}\n\`\`\``)).interest;
  expect(facts).not.toContain('could not join the cluster by that peer');
  expect(facts).toContain('"Failed to join 10.9.0.2: received invalid msgType (72), expected pushPullMsg (6)" of Loki');
});

it('Mimir, whose RPCs are still named after Cortex', () => {
  expect(of(PUSH, REFUSED, '', 'My configuration:', '', 'ingester:', '  ring:', '    instance_addr: 127.0.0.1',
    'compactor:', '  data_dir: /tmp/mimir/compactor')).toBe('Mimir');
  expect(of(PUSH, REFUSED)).toBe('Mimir or Cortex');
});
