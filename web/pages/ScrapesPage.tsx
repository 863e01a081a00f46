import { ScrapesPanel } from '../panels/scrapes/ScrapesPanel.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';

export default function ScrapesPage() {
  return <NeedsTarget title="Scrapes"><ScrapesPanel /></NeedsTarget>;
}
