import { OwnContracts } from '../features/task/hr/own-contracts.tsx';

export const handle = { ns: ['hr', 'task', 'error'], title: 'hr:own.title' };

/** /account/hrContract: the employee's own contracts in one place. */
export default function AccountHrContract() {
  return <OwnContracts />;
}
