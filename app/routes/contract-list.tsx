import { type UIMatch, useLocation } from '@remix-run/react';
import { boxAt } from '../features/task/list/boxes.ts';
import { plansQuestions, prefetchPlans } from '../features/task/list/list-query.ts';
import { PlanList } from '../features/task/list/plan-list.tsx';

export const handle = {
  ns: ['task', 'error'],
  title: ({ pathname }: UIMatch) => `task:box.${boxAt(pathname)}`,
  prefetch: prefetchPlans,
  questions: plansQuestions,
};

/** The lists of signing tasks below /contract ([2.5]). */
export default function ContractList() {
  const box = boxAt(useLocation().pathname);
  return <PlanList key={box} box={box} />;
}
