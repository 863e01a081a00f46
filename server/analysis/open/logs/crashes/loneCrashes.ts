/** Recognizes the last words of programs in Rust and C++ without a log around them. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import { rustCrash } from './otherCrashes.ts';
import { abortedIn } from './userFrames.ts';

const TERMINATE = new RegExp(/^[ \t]{0,8}terminate called after throwing an instance of '([^'\n]{1,200})'/.source
  + /(?:[ \t]{0,8}\n[ \t]{0,8}what\(\):[ \t]{0,8}([^\n]{1,400}))?/.source, 'm');

/** A panic in the source of InfluxDB 3; each command but serve runs in the client. */
const INFLUX = /\bpanicked at [^\n]{0,300}?\binfluxdb3\w{0,40}\/src\//;
const CLIENT = /\bpanicked at [^\n]{0,300}?\binfluxdb3\/src\/commands\/(?!serve\b)(\w{2,30})(?:\.rs|\/)/;

/** Returns the version that the text states of influxdb3, if it is one. */
function onlyVersion(text: string): string | undefined {
  const all = [...text.matchAll(/\binfluxdb3,? v?(\d{1,3}\.\d{1,3}\.\d{1,3})\b/g)];
  const [only, second] = new Set(all.map(([, one]) => one));
  return second === undefined ? only : undefined;
}

export const LONE_CRASHES: readonly Format[] = [
  {
    id: 'rust-panic', name: 'the panic of a Rust program', door: null,
    match: (look) => when(rustCrash(look) !== null, fits(INFLUX, look.bare)
      ? { ...LIKELY, program: 'InfluxDB 3', version: onlyVersion(look.bare) } : { ...LIKELY, program: 'Rust' }),
    interest: (look) => {
      const command = CLIENT.exec(look.bare)?.[1];
      return joined([rustCrash(look), command === undefined ? null
        : `That is the command-line client (influxdb3 ${command}), not the server.`]);
    },
    remedy: 'Run it with RUST_BACKTRACE=1 for the stack, and open the log with it.',
  },
  {
    id: 'cpp-terminate', name: 'the end of a C++ program', door: null,
    match: ({ bare }) => when(fits(TERMINATE, bare), { ...LIKELY, program: 'C++' }),
    interest: ({ bare, text }) => {
      const [, type = '', what] = TERMINATE.exec(bare) ?? [];
      const own = abortedIn(text);
      return joined([
        `It ended with an exception that nothing caught: ${type}${what === undefined ? '' : `, ${quoted(what)}`}.`,
        own === null ? null : `It was thrown below ${own.name}${own.place === '' ? '' : ` (${own.place})`}.`,
      ]);
    },
    remedy: 'Print its stack: gdb PROGRAM core, then bt.',
  },
];
