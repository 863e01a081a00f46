import axe from 'axe-core';
import type { Page } from '@playwright/test';
import type { Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { expect, settled } from './scopeTest.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the broken rules, each with the elements that break it. */
export async function broken(page: Page): Promise<string[]> {
  // Bypasses the page's policy, which allows only its own scripts.
  await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, { runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.length}: ${
      nodes.map(({ html }) => html.slice(0, 160)).join(' ').slice(0, 600)}`);
  }, RULES);
}

/** Expects no broken rule on any page. */
export async function expectAccessible(page: Page, scope: Tsdbscope): Promise<void> {
  for (
    const path of [
      '/?target=demo-incident', '/gc-cpu?target=demo-incident', '/compaction?target=demo-incident',
      '/wal-replay?target=demo-wal-replay', '/memory?target=demo-incident', '/scrapes?target=demo-incident',
      '/profiles', '/diff', '/benchmarks', '/nowhere',
    ]
  ) {
    await page.goto(scope.url + path);
    await settled(page);
    expect(await broken(page), path).toEqual([]);
  }
}
