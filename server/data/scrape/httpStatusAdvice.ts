import type { ScrapeError } from '../metrics/series.ts';
import { shortText } from './connectionErrors.ts';
import type { TargetAnswer, TargetClient } from './httpClient.ts';

/** More than the headers of a request, so that a secret repeated in it is not cut before it is found. */
const EXCERPT_BYTES = 16_384;

/** Returns the first line of a plain-text body, without secrets of `client`; `''` if the body is not plain text. */
export function bodyExcerpt(answer: TargetAnswer, client: TargetClient): string {
  if (answer.contentType !== '' && !answer.contentType.toLowerCase().startsWith('text/plain')) return '';
  const start = Buffer.from(answer.body.subarray(0, EXCERPT_BYTES)).toString('utf8').trimStart();
  return start.startsWith('<') ? '' : shortText(client.withoutSecrets(start.split('\n', 1)[0] ?? ''));
}

function advice(status: number, hasCredentials: boolean, excerpt: string): string {
  switch (status) {
    case 400:
      return /https/i.test(excerpt) ? 'it speaks TLS; the URL is to begin with https://'
        : 'it did not understand the request; does the URL name a metrics endpoint?';
    case 401:
      return hasCredentials ? 'the configured credentials were refused; check user name and password or token'
        : 'it wants credentials; set basic_auth or authorization for this target, or http_headers with its tenant';
    case 403: return hasCredentials ? 'the configured credentials may not read this'
      : 'access is forbidden; it may want credentials or another address';
    case 404: return 'there is nothing under that path; check the URL, and a path prefix such as /prometheus';
    case 429: return 'it is asked too often; set a longer scrape_interval';
    case 502:
    case 504: return 'a proxy before it could not reach it';
    case 503: return 'it is starting, stopping or overloaded';
    default: return status >= 500 ? 'it failed inside; its log will say why' : 'no metrics came with it';
  }
}

/** Returns an error of kind `http` for a status other than 200, with what to do about it. */
export function httpStatusError(answer: TargetAnswer, client: TargetClient, path: string): ScrapeError {
  const excerpt = bodyExcerpt(answer, client);
  const said = excerpt === '' ? '' : ` It said: "${excerpt}".`;
  const hint = advice(answer.status, client.hasCredentials, excerpt);
  return {
    kind: 'http',
    message: `${client.where} answered ${path} with HTTP ${answer.status}: ${hint}.${said}`,
  };
}
