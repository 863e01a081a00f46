import { useMediaQuery } from '@mantine/hooks';

/** Evaluated at once, because a first layout for another width would move the content below. */
const AT_ONCE = { getInitialValueInEffect: false };

/** Returns whether the page is at most this wide, in CSS pixels. */
export function useAtMostPx(px: number): boolean {
  return useMediaQuery(`(max-width: ${px}px)`, undefined, AT_ONCE);
}
