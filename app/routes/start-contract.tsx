import { Wizard } from '../features/task/wizard/wizard.tsx';

export const handle = {
  ns: ['wizard', 'batch', 'fill', 'seal', 'realname', 'stage', 'error', 'parameters'],
  title: 'wizard:title',
};

/** /entcontract/startEntContract ([2.6]) */
export default function StartContract() {
  return <Wizard />;
}
