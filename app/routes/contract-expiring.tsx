import { PlanList } from '../features/task/list/plan-list.tsx';

export const handle = { ns: ['task', 'error'], title: 'task:box.expiring', below: '/contractManage' };

/** Tasks whose deadline is near; linked from the home page ([2.15a]). */
export default function ContractExpiring() {
  return <PlanList box="expiring" />;
}
