/** The API client of the page, which uses the page's own address. */
import { apiAddress, apiClient, type Asked, type PathsOf } from '../../core/client/apiClient.ts';
import { firstAnswer } from '../url/firstAnswers.ts';
import { pathPrefix } from '../url/pathPrefix.ts';

const client = apiClient(({ address, ...request }) => (
  (request.method === 'GET' ? firstAnswer(pathPrefix + address) : null) ?? fetch(pathPrefix + address, request)));

export const { get, post, put, patch, remove } = client;

/** Returns path and query below `/api/v1`, with a proxy's prefix; see apiAddress. */
export function apiPath<P extends PathsOf<'get'>>(path: P, asked: Asked<P>): string {
  return pathPrefix + apiAddress(path, asked);
}

/** Returns a text such as SVG without an envelope; errors still have one. Throws like the others. */
export async function getText<P extends PathsOf<M>, M extends 'get' | 'post' = 'get'>(
  path: P, asked: Asked<P, M>, method?: M
): Promise<string> {
  return (await client.getPlain(path, asked, method)).text();
}

/** Returns a file of bytes. Throws like the others. */
export async function getBlob<P extends PathsOf<'get'>>(path: P, asked: Asked<P>): Promise<Blob> {
  return (await client.getPlain(path, asked)).blob();
}
