#!/usr/bin/env node
// Synthetic exporter for the integration tests: many targets with many counters, cheap to serve.
//
//   node loadgen.mjs --port 0 --targets 4 --series 1000 --churn-s 0 --for-s 300
//
// Targets answer at /t/0/metrics ... /t/<targets-1>/metrics on one loopback port, which the first line of output
// names. Each body is rendered once; a scrape rewrites the digits in place. Every churn-s seconds (0 = never) a
// twentieth of the series of each target gets a new label value; with churn-power above 1 ever more often. With back-s
// above 0 each sample of the first back-targets targets (all when 0) has a timestamp, on every fourth scrape that many
// seconds in the past (out of order). Exits after for-s seconds.
import http from 'node:http';

const options = {
  port: 0, targets: 4, series: 1000, 'churn-s': 0, 'churn-power': 1, 'back-s': 0, 'back-targets': 0, 'for-s': 300,
};
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, '');
  const value = Number(process.argv[i + 1]);
  if (!(name in options) || !Number.isFinite(value)) {
    console.error(`loadgen: unknown option or no number: ${process.argv[i]} ${process.argv[i + 1]}`);
    process.exit(2);
  }
  options[name] = value;
}

const FAMILIES = 20;
const DIGITS = 8;
const TIME_DIGITS = 13;
const bornMs = Date.now();

const isBackDated = (target) =>
  options['back-s'] > 0 && (options['back-targets'] === 0 || target < options['back-targets']);

function render(target, generation) {
  const parts = [];
  const offsets = [];
  let length = 0;
  const push = (text) => { parts.push(text); length += text.length; };
  for (let series = 0; series < options.series; series++) {
    const family = `load_events_${series % FAMILIES}_total`;
    const age = series % 20 === 0 ? generation : 0;
    push(`${family}{target="t${target}",host="host-${series % 97}",series="s${series}",generation="g${age}"} `);
    offsets.push(length);
    push(`${'1'.padEnd(DIGITS, '0')}${isBackDated(target) ? ` ${'0'.repeat(TIME_DIGITS)}` : ''}\n`);
  }
  return { generation, offsets, bytes: Buffer.from(parts.join(''), 'latin1'), scrapes: 0 };
}

const bodies = new Map();

function bodyOf(target) {
  const churns = (Date.now() - bornMs) / 1000 / options['churn-s'];
  const generation = options['churn-s'] > 0 ? Math.floor(churns ** options['churn-power']) : 0;
  let body = bodies.get(target);
  if (body === undefined || body.generation !== generation) {
    body = { ...render(target, generation), scrapes: body?.scrapes ?? 0 };
    bodies.set(target, body);
  }
  body.scrapes++;
  const timeMs = String(Date.now() - (body.scrapes % 4 === 0 ? options['back-s'] * 1000 : 0));
  for (const [series, offset] of body.offsets.entries()) {
    let value = body.scrapes * (1 + (series % 37)) + ((series * 7919) % 1000);
    for (let digit = offset + DIGITS - 1; digit > offset; digit--) {
      body.bytes[digit] = 48 + (value % 10);
      value = Math.floor(value / 10);
    }
    if (isBackDated(target)) body.bytes.write(timeMs, offset + DIGITS + 1, 'latin1');
  }
  // A copy, as the next scrape of this target rewrites the digits.
  return Buffer.from(body.bytes);
}

const server = http.createServer((request, response) => {
  const target = Number(/^\/t\/(\d{1,6})\/metrics$/.exec(request.url ?? '')?.[1] ?? NaN);
  if (!(target < options.targets)) {
    response.writeHead(404).end('not found\n');
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(bodyOf(target));
});
server.listen(options.port, '127.0.0.1', () => {
  console.log(`loadgen port ${server.address().port}`);
});
setTimeout(() => process.exit(0), options['for-s'] * 1000);
