import { expect, it } from 'vitest';
import { thisIs } from './thisIs.ts';

it.each([
  'a log of Loki', 'an answer of a query API', 'the output of top', 'the status of a process from /proc',
  'text of no form that is known here', 'what Docker says of a container', 'gzip inside gzip', 'JSON of no known form',
  'a list of sockets (ss, netstat)', 'the help that a program printed',
])('This is %s', (name) => { expect(thisIs(name)).toBe(`This is ${name}`); });

it.each([
  'the rates of a program that loads samples', 'stacks of the goroutines of a Go program', 'the limits of a process',
  'samples as VictoriaMetrics exports them (/api/v1/export)', 'memory statistics of a Go program',
  'statistics of a query', 'metrics as JSON (prom2json, Pushgateway)', 'the times of a request that curl printed',
])('These are %s', (name) => { expect(thisIs(name)).toBe(`These are ${name}`); });
