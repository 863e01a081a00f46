/** Checks the server's answers to an embed before drawing; pure. */
import type { DrawnBase, EmbedData, PictureSubject } from '../../core/contract/contract.ts';
import { isRecord } from '../../core/contract/isRecord.ts';

function isSubject(value: unknown): value is PictureSubject {
  return isRecord(value) && typeof value['kind'] === 'string' && isRecord(value['answer']);
}

/** Returns whether a value is an answer of `/embed/{token}/data`; does not check optional fields. */
export function isEmbedData(value: unknown): value is EmbedData {
  return isRecord(value) && (value['subject'] === null || isSubject(value['subject']))
    && typeof value['serverTime'] === 'number' && typeof value['frozen'] === 'boolean';
}

/** Returns whether an answer of a panel has what every chart needs. */
export function isPanelAnswer(answer: unknown): answer is DrawnBase {
  return isRecord(answer) && isRecord(answer['range']) && isRecord(answer['finding'])
    && Array.isArray(answer['gapSpans']) && Array.isArray(answer['restarts']);
}

/** Returns the sentence of an error's envelope; null if the body has none. */
export function errorSentence(body: unknown): string | null {
  return isRecord(body) && typeof body['error'] === 'string' && body['error'] !== '' ? body['error'] : null;
}

/** Returns the token, which is the last part of the path, and the path before it. */
export function embedPath(pathname: string): { base: string; token: string } {
  const path = pathname.replace(/\/+$/, '');
  const slash = path.lastIndexOf('/');
  return { base: path.slice(0, slash), token: path.slice(slash + 1) };
}
