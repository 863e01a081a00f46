/** The page's way to its server: the client of the API, at the address that the page itself has. */
import { apiAddress, apiClient, type Asked, type PathsOf } from '../../core/client/apiClient.ts';
import { firstAnswer } from '../url/firstAnswers.ts';
import { pathPrefix } from '../url/pathPrefix.ts';

const client = apiClient(({ address, ...request }) => (
  (request.method === 'GET' ? firstAnswer(pathPrefix + address) : null) ?? fetch(pathPrefix + address, request)));

export const { get, post, put, patch, remove } = client;

/** Path and query below `/api/v1`, with what a proxy puts in front; see apiAddress. */
export function apiPath<P extends PathsOf<'get'>>(path: P, asked: Asked<P>): string {
  return pathPrefix + apiAddress(path, asked);
}

/** Text such as SVG instead of the envelope; errors still come in one. Throws as the others do. */
export async function getText<P extends PathsOf<M>, M extends 'get' | 'post' = 'get'>(
  path: P, asked: Asked<P, M>, method?: M
): Promise<string> {
  return (await client.getPlain(path, asked, method)).text();
}

/** A file of bytes. Throws as the others do. */
export async function getBlob<P extends PathsOf<'get'>>(path: P, asked: Asked<P>): Promise<Blob> {
  return (await client.getPlain(path, asked)).blob();
}
