import { Wizard } from '../features/task/wizard/wizard.tsx';

export const handle = {
  ns: [
    'hr',
    'wizard',
    'batch',
    'fill',
    'seal',
    'realname',
    'stage',
    'reminder',
    'signerProof',
    'task',
    'error',
    'parameters',
    'people',
  ],
  title: 'batch:start',
};

/** /contractSend ([2.6]): the wizard in batch mode, which sends one plan to many, each as a task of its own. */
export default function ContractSend() {
  return <Wizard batch />;
}
