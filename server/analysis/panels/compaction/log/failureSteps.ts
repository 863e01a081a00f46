/** Says what failed compactions of some kinds need: a damaged file of the head, or one object that stops each try. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { parts } from '../../../../../core/text/parts.ts';
import { errorOf, isMissingChunk, isOfHeadFile, type LoggedFailure } from './loggedFailures.ts';

const HEAD_FILE = parts`What the head holds is in its WAL, too, while no compaction succeeds: copy the data folder, ${
  'stop the server, move the folder chunks_head out of it and start again, so that the start makes the chunks anew '}${
  'from the WAL. Look at that disk, too (dmesg).'}`;
const RESTART = parts`A restart makes the head anew from its WAL, which may clear that: copy its data folder first.`;

const NO_FILE_TIMES = /\bmaxt of the files are not set\b/;
const READ_ANEW = parts`A start reads the times of these files anew: restart it, and keep its blocks and its WAL.`;

/** Fewer tries do not show that each meets the same. */
const MIN_TRIES = 3;
const OBJECT = /\b(chunk|block|segment|series) "?(\d{6,20}|[0-9A-HJKMNP-TV-Z]{26})\b/;

/** Says which object each try fails at; empty if the errors differ, or name none. */
function sameObject(failures: readonly LoggedFailure[]): Part[][] {
  const errors = new Set(failures.map(errorOf));
  const [error = ''] = errors;
  const [, kind, id] = OBJECT.exec(error) ?? [];
  const isOfData = failures.every(({ cause }) => cause === null || cause === 'corrupt');
  return kind === undefined || id === undefined || errors.size > 1 || failures.length < MIN_TRIES || !isOfData ? []
    : [parts`Each try fails at the same ${kind} (${id}), so the next one fails, too.`];
}

/** Returns what follows the errors of failures that go on. */
export function failureSteps(failures: readonly LoggedFailure[]): Part[][] {
  return [
    ...sameObject(failures),
    ...failures.some(isOfHeadFile) ? [HEAD_FILE] : failures.some(isMissingChunk) ? [RESTART] : [],
    ...failures.some((one) => NO_FILE_TIMES.test(errorOf(one))) ? [READ_ANEW] : [],
  ];
}
