import { PlanList } from '../features/task/list/plan-list.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['task', 'error'], crumb: 'task:box.expiring', below: '/contractManage' };
export const meta = pageTitle;

/** Tasks whose deadline is near; the home page leads here ([2.15a]). */
export default function ContractExpiring() {
  return <PlanList box="expiring" />;
}
