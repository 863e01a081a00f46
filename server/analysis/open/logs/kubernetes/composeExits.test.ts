/** Tests what is reported for services of docker compose that end without a line of their own. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const open = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const access = (name: string, status: number, request = 'GET /ping?x=1'): string =>
  `${name}    | [httpd] 172.20.0.5 - - [02/Jan/2026:10:00:10 +0000] "${request} HTTP/1.1" ${status} 0 "-" "a/1" 3`;

describe('services of docker compose', () => {
  it('that end again and again, beside one that answers', () => {
    const { format, name, interest } = open('It still restarts.', '', 'grafana exited with code 1',
      access('influx', 204, 'POST /write?db=a'), 'grafana exited with code 1',
      access('influx', 204, 'POST /write?db=b'), 'grafana exited with code 1 (restarting)');
    expect([format, name]).toEqual(['compose-exits', 'the output of docker compose']);
    expect(interest).toBe('The container grafana exited 3 times with code 1: it is started again and ends again. Why '
      + 'is not in the text, which has no line of that container: run docker logs grafana. Of Grafana it is often that '
      + 'its user (472) may not write /var/lib/grafana, or a file of its provisioning. influx answered 2 requests '
      + '(POST /write) with status 204, so it runs.');
  });

  it('several, one of them killed, beside one that fails itself', () => {
    const { interest } = open(access('web-1', 502), 'db-1 exited with code 137', access('web-1', 200),
      'job-1 exited with code 0', 'app-1 exited with code 3');
    expect(interest).toContain('The container db-1 exited with code 137 (it was killed (SIGKILL)).');
    expect(interest).toContain('no line of those containers: run docker logs db-1, docker logs app-1.');
    expect(interest).toContain('web-1 answered 2 requests (GET /ping): 1 with 502, 1 with 200.');
    expect(interest).not.toContain('job-1');
  });

  it.each([
    ['those that ended without an error', [access('a', 200), 'job-1 exited with code 0']],
    ['those that say why themselves', [access('a', 200), 'app-1  | could not read /etc/app.conf',
      'app-1 exited with code 1']],
    ['a sentence', ['Then app-1 exited with code 1 and I do not know why it did so.']],
  ])('not: %s', (_, lines) => { expect(open(...lines).format).not.toBe('compose-exits'); });
});
