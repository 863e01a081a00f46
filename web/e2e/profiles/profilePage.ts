/** Addresses of the shipped pair and parts of the profile page, for its tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { demoPair } from '../scopeTest.ts';
import type { Tsdbscope } from '../../../server/program/integration/lab/tsdbscopeProcess.ts';

const TESTDATA = join(import.meta.dirname, '..', '..', '..', 'testdata', 'profiles');

/** Returns the id of the first profile in `body`. */
export async function upload(scope: Tsdbscope, name: string, body: Uint8Array): Promise<string> {
  const posted = await scope.fetch(
    `/api/v1/profiles?name=${encodeURIComponent(name)}`, { method: 'POST', body: body as Uint8Array<ArrayBuffer> }
  );
  const { data } = (await posted.json()) as { data: ProfileInfo[] };
  return data[0]?.id ?? '';
}

export function added(scope: Tsdbscope, path: string): Promise<string> {
  return upload(scope, path, readFileSync(join(TESTDATA, path)));
}

export async function diffUrl(scope: Tsdbscope, query = ''): Promise<string> {
  const { before, after } = await demoPair(scope);
  return `${scope.url}/diff?before=${before}&after=${after}${query}`;
}

export async function beforeUrl(scope: Tsdbscope, query = ''): Promise<string> {
  return `${scope.url}/profiles?profile=${(await demoPair(scope)).before}${query}`;
}

export function query(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

/** Returns the path of the zoomed frame. */
export const zoomPath = (page: Page): Locator => page.getByRole('navigation', { name: 'Zoomed into' });
export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search functions' });
export const found = (page: Page): Locator => page.getByRole('tabpanel').or(page.getByRole('main')).getByRole('status');
