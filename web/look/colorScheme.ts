import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core';
import type { ThemeChoice } from '../../core/url/urlState.ts';

/** The reader's last choice, which a theme named in the URL overrules for this visit without being stored. */
export function urlColorScheme(asked: ThemeChoice | null): MantineColorSchemeManager {
  const stored = localStorageColorSchemeManager({ key: 'tsdbscope-theme' });
  return { ...stored, get: (fallback) => asked ?? stored.get(fallback) };
}
