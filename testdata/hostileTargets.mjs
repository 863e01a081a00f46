/**
 * Targets that mean harm, each under a path of its own: `node hostileTargets.mjs [--for-s N]` prints
 * `hostile port N names A,B,...`; the metrics of A are at /A/metrics.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';

const MIB = 2 ** 20;
const TEXT = { 'Content-Type': 'text/plain; version=0.0.4' };
const forSeconds = Number(process.argv[process.argv.indexOf('--for-s') + 1] ?? 900) || 900;

/** So many bytes of lines that `line` makes from their number. */
function lines(bytes, line) {
  const parts = [];
  for (let i = 0, sum = 0; sum < bytes; i++) {
    const text = line(i);
    parts.push(text);
    sum += text.length;
  }
  return Buffer.from(parts.join(''));
}

const PAD = 'x'.repeat(230);
const HUGE = lines(63 * MIB, (i) => `huge_metric{series="${i}",pad="${PAD}"} ${i}\n`);
const BLANKS = Buffer.alloc(63 * MIB, '\n');
const COMMENTS = Buffer.alloc(63 * MIB, '#\n');
const SPACES = Buffer.alloc(63 * MIB, ' ');
const BAD = Buffer.alloc(20 * MIB, 'x7 \u0000{="\n');
const SAME = Buffer.alloc(63 * MIB, 'a 1\n');
const LABELS = lines(63 * MIB, (i) => `big{label="${'v'.repeat(i % 2 === 0 ? MIB : 60_000)}${i}"} 1\n`);
const ESCAPES = lines(63 * MIB, (i) => `esc{label="${'\\\\\\"\\n\\x'.repeat(7000)}${i}"} 1\n`);
const BOMB = (() => {
  const member = gzipSync(Buffer.alloc(64 * MIB, 'a 1\n'));
  return Buffer.concat(Array.from({ length: 100 }, () => member));
})();
const CHUNK = lines(64 * 1024, (i) => `endless_metric{i="${i}"} 1\n`);

let scrapes = 0;
const started = Date.now() / 1000;

/** As fast as it is taken, until the client goes. */
async function pour(res, next) {
  for (let i = 0; !res.destroyed; i++) {
    const chunk = next(i);
    if (chunk === null) return res.end();
    if (!res.write(chunk)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
  }
}

function churn(count, pad) {
  const scrape = scrapes++;
  let at = 0;
  return () => {
    if (at >= count) return null;
    const parts = [];
    for (const end = Math.min(count, at + 2000); at < end; at++)
      parts.push(`churn_${scrape}_${at}{pad="${pad}"} ${at}\n`);
    return parts.join('');
  };
}

const KINDS = [
  'go_info{version="go1.22"} 1\nprometheus_build_info{version="2.42.0"} 1\nprometheus_ready 1\n',
  'vm_app_version{version="victoria-metrics-20230101-tags-v1.90.0",short_version="v1.90.0"} 1\n' +
    'go_info{version="x"} 1\n',
  'go_info{version="go1.22"} 1\n',
];

const ANSWERS = {
  huge: (res) => { res.writeHead(200, TEXT).end(HUGE); },
  blanks: (res) => { res.writeHead(200, TEXT).end(BLANKS); },
  comments: (res) => { res.writeHead(200, TEXT).end(COMMENTS); },
  spaces: (res) => { res.writeHead(200, TEXT).end(SPACES); },
  bad: (res) => { res.writeHead(200, TEXT).end(BAD); },
  same: (res) => { res.writeHead(200, TEXT).end(SAME); },
  labels: (res) => { res.writeHead(200, TEXT).end(LABELS); },
  escapes: (res) => { res.writeHead(200, TEXT).end(ESCAPES); },
  bomb: (res) => { res.writeHead(200, { ...TEXT, 'Content-Encoding': 'gzip' }).end(BOMB); },
  endless: (res) => { res.writeHead(200, TEXT); void pour(res, () => CHUNK); },
  names: (res) => { res.writeHead(200, TEXT); void pour(res, churn(240_000, '')); },
  series: (res) => { res.writeHead(200, TEXT); void pour(res, churn(20_000, 'y'.repeat(500))); },
  drip: (res) => {
    res.writeHead(200, TEXT);
    const timer = setInterval(() => { res.write('d'); }, 20);
    res.on('close', () => { clearInterval(timer); });
  },
  silent: () => { /* never answers */ },
  loop: (res, name) => { res.writeHead(302, { Location: `/${name}/metrics?${scrapes++}` }).end(); },
  reset: (res) => {
    res.writeHead(200, TEXT);
    res.write('a 1\n', () => { res.socket?.resetAndDestroy(); });
  },
  kinds: (res) => {
    const now = Date.now() / 1000;
    const turn = Math.floor((now - started) / 15);
    res.writeHead(200, TEXT).end(
      `${KINDS[turn % KINDS.length]}process_start_time_seconds ${Math.floor(started) + (turn % 3) * 1000}\n`
      + `process_cpu_seconds_total ${(turn % 3) * 1e6 + now - started}\n`
    );
  },
};

const names = Object.keys(ANSWERS);
const server = createServer((req, res) => {
  const [, name = '', rest] = (req.url ?? '').split('?')[0].split('/');
  // A number after the name makes another target of the same kind.
  const answer = ANSWERS[name.replace(/\d+$/, '')];
  res.on('error', () => undefined);
  if (answer === undefined || rest !== 'metrics') res.writeHead(404).end('not found');
  else answer(res, name);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`hostile port ${server.address().port} names ${names.join(',')}`);
});
setTimeout(() => { process.exit(0); }, forSeconds * 1000);
