// Many servers in one cheap process: a recording's answers, compressed once, at /t/0/metrics, /t/1/metrics and so on.
//
//   node exporters.mjs RECORDING SAMPLES     samples per answer; histogram buckets are dropped to get there
//
// Each path is at another answer of the recording and moves on by one with each second. The first line of output is the
// port. /slow/metrics sends a byte a second and never ends.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';

const [file = '', samples = '385'] = process.argv.slice(2);
const STRIDE = 7;

const bodies = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter(({ path, body }) => path === '/metrics' && body !== undefined)
  .map(({ body }) => gzipSync(cutTo(body, Number(samples))));

function cutTo(body, wanted) {
  const lines = body.split('\n');
  let more = lines.filter(isSample).length - wanted;
  return lines.filter((line) => !(line.includes('_bucket{') && more-- > 0)).join('\n');
}

function isSample(line) {
  return line !== '' && !line.startsWith('#');
}

const server = http.createServer((request, response) => {
  const [, path, name] = /^\/(?:t\/)?([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
  if (name === '/-/ready') {
    response.end('Prometheus Server is Ready.\n');
    return;
  }
  if (name !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  if (path === 'slow') {
    response.writeHead(200, headers).flushHeaders();
    const timer = setInterval(() => { response.write('#'); }, 1000);
    response.once('close', () => { clearInterval(timer); });
    return;
  }
  const body = bodies[(Number(path) * STRIDE + Math.floor(Date.now() / 1000)) % bodies.length];
  response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => { console.log(server.address().port); });
process.stdin.resume().once('end', () => process.exit());
