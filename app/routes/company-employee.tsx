import { EmployeePage } from '../features/employee/employee-page.tsx';
import { prefetchRoster, rosterQuestions } from '../features/employee/roster-query.ts';

export const handle = {
  ns: ['employee', 'company', 'realname', 'error'],
  title: 'employee:roster.title',
  prefetch: prefetchRoster,
  questions: rosterQuestions,
};

export default EmployeePage;
