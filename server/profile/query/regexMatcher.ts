/**
 * Matches RE2 expressions in time proportional to pattern times text, by following all states at once
 * (https://swtch.com/~rsc/regexp/regexp2.html): no pattern can make it hang, which JavaScript's own RegExp cannot promise.
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import { isWord, RegexError, type CharTest } from './regexChars.ts';
import { parseRegex, type Node } from './regexSyntax.ts';

export interface Matcher { test(text: string): boolean }

export interface RegexLimits {
  /** Visits of a state, over all texts together; a visit takes some ten ns. Past them `test` throws RegexWorkError. */
  visits: number;
}

/** An expression has cost more than it may. */
export class RegexWorkError extends Error {}

const MAX_PATTERN_LENGTH = 2000;
const MAX_INSTRUCTIONS = 20_000;

type Instruction =
  | { op: 'char'; test: CharTest; next: number }
  | { op: 'split'; next: number; other: number }
  | { op: 'assert'; what: Extract<Node, { kind: 'assert' }>['what']; next: number }
  | { op: 'match' };

/**
 * Compiles a filter's expression; it matches anywhere in the text unless anchored. `name` is the filter's, for the message.
 * Error `bad_data`: one sentence with what is wrong in the expression.
 */
export function compileRegex(name: string, pattern: string, limits: RegexLimits = { visits: Infinity }): Result<Matcher> {
  if (pattern.length > MAX_PATTERN_LENGTH) return fail('bad_data', `${name} is longer than ${MAX_PATTERN_LENGTH} characters; shorten the expression`);
  try {
    const program = compile(parseRegex(pattern));
    const known = new Map<string, boolean>();
    const budget = { ...limits };
    return ok({
      test(text) {
        // Names repeat: every line of a function asks for the same one.
        const before = known.get(text);
        if (before !== undefined) return before;
        const matched = run(program, text, budget);
        known.set(text, matched);
        return matched;
      },
    });
  } catch (error) {
    if (!(error instanceof RegexError)) throw error;
    return fail('bad_data', `${name} is not a regular expression: ${error.message} in ${JSON.stringify(pattern.slice(0, 80))}`);
  }
}

function compile(root: Node): Instruction[] {
  const program: Instruction[] = [];
  const push = (instruction: Instruction): number => {
    if (program.length >= MAX_INSTRUCTIONS) throw new RegexError('it grows too large by its repetitions');
    return program.push(instruction) - 1;
  };
  /** Emits code that goes on at `next`; returns where it starts. Built back to front, so that `next` is known. */
  let steps = 0;
  const emit = (node: Node, next: number): number => {
    // Repeated empty groups emit nothing, so the instructions alone do not bound the work.
    if (++steps > 10 * MAX_INSTRUCTIONS) throw new RegexError('it grows too large by its repetitions');
    switch (node.kind) {
      case 'empty': return next;
      case 'char': return push({ op: 'char', test: node.test, next });
      case 'assert': return push({ op: 'assert', what: node.what, next });
      case 'join': return node.parts.reduceRight((following, part) => emit(part, following), next);
      case 'either': {
        const starts = node.options.map((option) => emit(option, next));
        return starts.reduceRight((other, start) => push({ op: 'split', next: start, other }));
      }
      case 'repeat': {
        let start = next;
        if (node.max === Infinity) {
          const loop = push({ op: 'split', next: 0, other: next });
          program[loop] = { op: 'split', next: emit(node.body, loop), other: next };
          start = loop;
        } else {
          for (let i = node.min; i < node.max; i++) start = push({ op: 'split', next: emit(node.body, start), other: next });
        }
        for (let i = 0; i < node.min; i++) start = emit(node.body, start);
        return start;
      }
    }
  };
  const match = push({ op: 'match' });
  // The start is put last, where run() looks for it.
  const start = emit(root, match);
  push({ op: 'split', next: start, other: start });
  return program;
}

function run(program: Instruction[], text: string, budget: RegexLimits): boolean {
  const start = program.length - 1;
  const seen = new Int32Array(program.length).fill(-1);
  let states: number[] = [];
  let matched = false;
  let previous = -1;
  let position = 0;
  const follow = (from: number, into: number[], step: number, before: number, after: number): void => {
    const open = [from];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (seen[state] === step) continue;
      seen[state] = step;
      budget.visits -= 1;
      const instruction = program[state];
      if (instruction === undefined) continue;
      switch (instruction.op) {
        case 'match': matched = true; return;
        case 'char': into.push(state); break;
        case 'split': open.push(instruction.other, instruction.next); break;
        case 'assert': if (holds(instruction.what, before, after)) open.push(instruction.next);
      }
    }
  };
  for (let step = 0; ; step++) {
    const current = position < text.length ? (text.codePointAt(position) ?? 0) : -1;
    const here: number[] = [];
    for (const state of states) {
      follow(state, here, step, previous, current);
      if (matched) return true;
    }
    follow(start, here, step, previous, current);
    if (matched) return true;
    if (current < 0) return false;
    if (budget.visits < 0) throw new RegexWorkError('the expression takes too long');
    states = [];
    for (const state of here) {
      const instruction = program[state];
      if (instruction?.op === 'char' && instruction.test(current)) states.push(instruction.next);
    }
    previous = current;
    position += current > 0xffff ? 2 : 1;
  }
}

/** `before` and `after` are the characters on both sides of the position, -1 at an end of the text. */
function holds(what: Extract<Node, { kind: 'assert' }>['what'], before: number, after: number): boolean {
  switch (what) {
    case 'textStart': return before < 0;
    case 'textEnd': return after < 0;
    case 'lineStart': return before < 0 || before === 10;
    case 'lineEnd': return after < 0 || after === 10;
    case 'word': return isWord(before) !== isWord(after);
    case 'notWord': return isWord(before) === isWord(after);
  }
}
