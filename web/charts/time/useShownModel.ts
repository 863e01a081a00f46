import { useContext, useMemo } from 'react';
import { closeUp, withMoment, type ChartModel } from '../../../core/views/charts/chartModel.ts';
import { withNotes } from '../../../core/views/charts/chartNotes.ts';
import { withProfiles, withSelected } from '../../../core/views/charts/profileLane.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { ChartNotes, ChartProfiles } from './chartContexts.ts';

export interface Span { start: number; end: number }

/**
 * Returns the chart as the page shows it: with the marked moment, the notes, the lane of profiles and the selected
 * span.
 */
export function useShownModel(given: ChartModel, span: Span | null): ChartModel {
  const { state: { at, aroundSeconds } } = useUrlState();
  const notes = useContext(ChartNotes);
  const profiles = useContext(ChartProfiles);
  const noteList = notes?.notes;
  const noteSelected = notes?.selected ?? null;
  const model = useMemo(() => {
    const noted = withNotes(closeUp(withMoment(given, at), at, aroundSeconds), noteList ?? [], noteSelected);
    return profiles === null ? noted : withProfiles(noted, profiles);
  }, [given, at, aroundSeconds, noteList, noteSelected, profiles]);
  return useMemo(() => withSelected(model, span), [model, span]);
}
