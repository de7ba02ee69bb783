import { type UIMatch, useLocation } from '@remix-run/react';
import { boxAt } from '../features/task/list/boxes.ts';
import { listQuestions, prefetchTasks } from '../features/task/list/list-query.ts';
import { TaskList } from '../features/task/list/task-list.tsx';

export const handle = {
  ns: ['task', 'error'],
  title: ({ pathname }: UIMatch) => `task:box.${boxAt(pathname)}`,
  prefetch: prefetchTasks,
  questions: listQuestions,
};

/** The lists of signing tasks below /contract ([2.5]). */
export default function ContractList() {
  const box = boxAt(useLocation().pathname);
  return <TaskList key={box} box={box} />;
}
