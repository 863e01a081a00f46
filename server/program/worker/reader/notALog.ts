/** Returns an error for a file that is no log: what it is, and what to do. */
import { recognize } from '../../../analysis/open/recognize.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { thisIs } from '../../../analysis/open/look/thisIs.ts';
import { fail, type Result } from '../../../../core/result.ts';

/**
 * `lineCount`: its lines, all unreadable; `wanted`: what to open instead; `beginning`: what is said where nothing else
 * is known of it.
 */
export function notALog(bytes: Uint8Array, lineCount: number, wanted: string, beginning?: string): Result<never> {
  if (lineCount === 0) return fail('bad_data', `The file is empty; ${wanted}`);
  const { confidence, name, interest, remedy } = recognize(bytes.subarray(0, LOOK_BYTES));
  const what = confidence === 'guess' ? '' : `${thisIs(name)}. `;
  const seen = `None of its ${lineCount.toLocaleString('en-US')} lines has a time and a message`;
  const rest = [interest ?? beginning ?? null, confidence === 'guess' ? null : remedy]
    .filter((part) => part !== null).join(' ');
  return fail('bad_data', `${what}${seen}; ${wanted}${rest === '' ? '' : ` ${rest}`}`);
}
