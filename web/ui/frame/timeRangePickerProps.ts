import type { TimeRange } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';

export interface TimeRangePickerProps {
  range: TimeRange | null;
  /** The current window: initial values of the absolute inputs. */
  window: { start: number; end: number };
  /** Whether the default window is everything (a recording) instead of 1h. */
  defaultIsAll: boolean;
  zone: Zone;
  onChange: (range: TimeRange | null) => void;
  onZone: (zone: Zone) => void;
}
