import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core';
import type { ThemeChoice } from '../../core/url/urlState.ts';

/** Manages the reader's last choice; a theme in the URL overrides it for this visit without being stored. */
export function urlColorScheme(asked: ThemeChoice | null): MantineColorSchemeManager {
  const stored = localStorageColorSchemeManager({ key: 'tsdbscope-theme' });
  return { ...stored, get: (fallback) => asked ?? stored.get(fallback) };
}
