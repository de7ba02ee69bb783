import type { InputOf } from '#core/call.ts';
import { listDepartments } from '#core/company/department-calls.ts';
import { listEmployees } from '#core/employee/calls.ts';
import { EMPLOYEE_STATES, type EmployeeState } from '#core/employee/states.ts';
import type { Warning } from '#core/employee/warnings.ts';
import { tabIn } from '../../kit/use-tab.ts';
import { queryOf } from '../../query.ts';
import { getSession, ownerOf } from '../../session/session-store.ts';
import type { Prefetch } from '../../shell/prefetch.ts';
import { type Questions, question } from '../../shell/question.ts';
import { filledIn } from '../../ui/table/filled-in.ts';
import { readList } from '../../ui/table/use-list-state.ts';

/** The empty filters of the roster, by their names in the URL. */
export const FILTERS: { name: string; departmentId: string; warning: Warning | '' } = {
  name: '',
  departmentId: '',
  warning: '',
};

export const inputOf = (state: EmployeeState, filters: typeof FILTERS) => ({ ...filters, state });

/** The call's input for the roster at a URL; null where the page shows something else. */
function inputAt({ searchParams }: URL): InputOf<typeof listEmployees> | null {
  if (searchParams.has('employeeId') || searchParams.has('imports')) return null;
  const { page, filters } = readList(searchParams, FILTERS);
  const state = tabIn(searchParams, 'state', EMPLOYEE_STATES);
  return filledIn({ ...page, ...inputOf(state, filters) }) as InputOf<typeof listEmployees>;
}

/** The rows and the departments of the filter. */
export const rosterQuestions: Questions = (url) => {
  const input = inputAt(url);
  return input ? [question(listEmployees, input), question(listDepartments, {})] : [];
};

/** Prefetches the rows during hydration. */
export const prefetchRoster: Prefetch = ({ client, url }) => {
  const input = inputAt(url);
  if (input) void client.prefetchQuery(queryOf(listEmployees, input, ownerOf(getSession())));
};
