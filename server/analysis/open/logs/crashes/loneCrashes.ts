/** Recognizes the last words of programs in Rust and C++ without a log around them. */
import { joined, quoted } from '../../look/factTools.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';
import { rustCrash } from './otherCrashes.ts';
import { abortedIn } from './userFrames.ts';

const TERMINATE = new RegExp(/^[ \t]{0,8}terminate called after throwing an instance of '([^'\n]{1,200})'/.source
  + /(?:[ \t]{0,8}\n[ \t]{0,8}what\(\):[ \t]{0,8}([^\n]{1,400}))?/.source, 'm');

export const LONE_CRASHES: readonly Format[] = [
  {
    id: 'rust-panic', name: 'the panic of a Rust program', door: null,
    match: (look) => when(rustCrash(look) !== null, { ...LIKELY, program: 'Rust' }),
    interest: rustCrash,
    remedy: 'Run it with RUST_BACKTRACE=1 for the stack, and open the log with it.',
  },
  {
    id: 'cpp-terminate', name: 'the end of a C++ program', door: null,
    match: ({ bare }) => when(TERMINATE.test(bare), { ...LIKELY, program: 'C++' }),
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
