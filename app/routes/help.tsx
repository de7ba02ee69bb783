import { HelpPage } from '../features/help/help-page.tsx';

export const handle = { ns: ['help', 'guide', 'agent'], title: 'help:title' };

export default function Help() {
  return <HelpPage />;
}
