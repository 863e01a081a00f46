/** The server's answers to an embed, checked before anything is drawn of them; pure. */
import type { DrawnBase, EmbedData, PictureSubject } from '../../core/contract/contract.ts';
import { isRecord } from '../../core/contract/isRecord.ts';

function isSubject(value: unknown): value is PictureSubject {
  return isRecord(value) && typeof value['kind'] === 'string' && isRecord(value['answer']);
}

/** True for what `/embed/{token}/data` answers; fields a page can do without are not asked for. */
export function isEmbedData(value: unknown): value is EmbedData {
  return isRecord(value) && (value['subject'] === null || isSubject(value['subject']))
    && typeof value['serverTime'] === 'number' && typeof value['frozen'] === 'boolean';
}

/** True for an answer of a panel that has what every chart needs. */
export function isPanelAnswer(answer: unknown): answer is DrawnBase {
  return isRecord(answer) && isRecord(answer['range']) && isRecord(answer['finding'])
    && Array.isArray(answer['gapSpans']) && Array.isArray(answer['restarts']);
}

/** The sentence of an error's envelope; null when the body holds none. */
export function errorSentence(body: unknown): string | null {
  return isRecord(body) && typeof body['error'] === 'string' && body['error'] !== '' ? body['error'] : null;
}

/** Where the token is: the last part of the path, and what comes before it. */
export function embedPath(pathname: string): { base: string; token: string } {
  const path = pathname.replace(/\/+$/, '');
  const slash = path.lastIndexOf('/');
  return { base: path.slice(0, slash), token: path.slice(slash + 1) };
}
