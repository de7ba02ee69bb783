import { Wizard } from '../features/task/wizard/wizard.tsx';

export const handle = {
  ns: ['wizard', 'batch', 'fill', 'seal', 'realname', 'stage', 'error'],
  title: 'batch:start',
};

/** /contractSend ([2.6]): one plan for many. */
export default function ContractSend() {
  return <Wizard batch />;
}
