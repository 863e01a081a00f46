import type { FleetTarget } from '../../../core/contract/contract.ts';
import { labelOptions } from '../../../core/views/fleet/fleetView.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './FleetPanel.module.css';

const longestValue = 40;

function shown(value: string): string {
  return value === '' ? '(none)' : value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
}

/** Search, label filters and grouping, all stored in the address. */
export function FleetControls({ targets }: { targets: FleetTarget[] }) {
  const { state: { search, fleetLabels, fleetGroup }, set } = useUrlState();
  const options = labelOptions(targets);
  const field = 'fleet-search';
  useShortcut('/', () => document.getElementById(field)?.focus());
  return (
    <form className={styles['controls']} role="search" aria-label="Targets"
      onSubmit={(event) => event.preventDefault()}>
      <input id={field} type="search" className={styles['search']} value={search} aria-label="Search targets"
        placeholder="Search names, labels, findings ( / )" autoComplete="off" spellCheck={false}
        onChange={({ currentTarget: { value } }) => set({ search: value }, 'replace')} />
      {options.length > 0 && <label>Filter{' '}
        <select value="" onChange={({ currentTarget: { value } }) => set({ fleetLabels: [...fleetLabels, value] })}>
          <option value="">by label …</option>
          {options.map(({ name, values }) => (
            <optgroup key={name} label={name}>
              {values.filter(({ value }) => !fleetLabels.includes(`${name}=${value}`)).map(({ value, count }) => (
                <option key={value} value={`${name}=${value}`}>{`${name}=${shown(value)} (${count})`}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>}
      {(options.length > 0 || fleetGroup !== null) && <label>Group{' '}
        <select value={fleetGroup ?? ''} onChange={({ currentTarget: { value } }) =>
          set({ fleetGroup: value === '' ? null : value })}>
          <option value="">by nothing</option>
          {fleetGroup !== null && !options.some(({ name }) => name === fleetGroup)
            && <option value={fleetGroup}>{shown(fleetGroup)}</option>}
          {options.map(({ name }) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>}
      {fleetLabels.map((label) => (
        <button key={label} type="button" className={styles['chip']} aria-label={`Remove the filter ${label}`}
          onClick={() => set({ fleetLabels: fleetLabels.filter((one) => one !== label) })}>
          {shown(label)} <span aria-hidden="true">×</span></button>
      ))}
    </form>
  );
}
