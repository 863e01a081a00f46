/** The bundled fonts (IBM Plex, SIL Open Font License), because a minimal machine has none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readFontMetrics, type Faces } from './fontMetrics.ts';

const { resolve } = createRequire(import.meta.url);
const FILES: Record<keyof Faces, string> = {
  sans: resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  mono: resolve('@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf'),
};

export const FONT_FILES: string[] = Object.values(FILES);

export function bundledFaces(): Faces {
  return {
    sans: readFontMetrics(readFileSync(FILES.sans)), bold: readFontMetrics(readFileSync(FILES.bold)),
    mono: readFontMetrics(readFileSync(FILES.mono)),
  };
}
