import { TaskList } from '../features/task/list/task-list.tsx';

export const handle = { ns: ['task', 'error'], title: 'task:box.expiring', below: '/contractManage' };

/** Tasks whose deadline is near; linked from the home page ([2.15a]). */
export default function ContractExpiring() {
  return <TaskList box="expiring" />;
}
