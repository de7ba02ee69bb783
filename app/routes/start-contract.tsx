import { Wizard } from '../features/task/wizard/wizard.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['wizard', 'stage', 'error'] };
export const meta = pageTitle;

/** /entcontract/startEntContract ([2.6]) */
export default function StartContract() {
  return <Wizard />;
}
