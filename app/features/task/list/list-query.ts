import type { InputOf } from '#core/call.ts';
import { listPlans } from '#core/task/calls.ts';
import type { TaskLabel } from '#core/task/states.ts';
import { queryOf } from '../../../query.ts';
import { getSession, ownerOf } from '../../../session/session-store.ts';
import type { Prefetch } from '../../../shell/prefetch.ts';
import { type Questions, question } from '../../../shell/question.ts';
import { dayEnd, dayStart } from '../../../ui/table/day-range.ts';
import { filledIn } from '../../../ui/table/filled-in.ts';
import { type ListState, readList } from '../../../ui/table/use-list-state.ts';
import { boxAt, type ListBox } from './boxes.ts';

/** The filters of a list of tasks with nothing in them, by the names in its URL. */
export const NO_FILTERS = {
  keyword: '',
  signatory: '',
  status: '',
  deadline: ['', ''] as readonly string[],
  initiated: ['', ''] as readonly string[],
};
export type PlanFilters = typeof NO_FILTERS;

/** A page of a list, as `owner` sees it. */
export const plansQuery = (owner: string, input: InputOf<typeof listPlans>) =>
  queryOf(listPlans, input, owner);

const inputAt = (url: URL) => listInput(boxAt(url.pathname), readList(url.searchParams, NO_FILTERS));

/** Days begin by the browser's clock, which the server does not know: a list that is filtered by them is not asked for. */
export const plansQuestions: Questions = (url) => {
  const { deadline, initiated } = readList(url.searchParams, NO_FILTERS).filters;
  return [...deadline, ...initiated].some(Boolean) ? [] : [question(listPlans, inputAt(url))];
};

/** Asks for the rows while the page wakes up. */
export const prefetchPlans: Prefetch = ({ client, url }) => {
  void client.prefetchQuery(plansQuery(ownerOf(getSession()), inputAt(url)));
};

/** What the call is asked for; a range of days runs from the first day's beginning to the last one's end here. */
export function listInput(
  box: ListBox,
  { page, filters }: Pick<ListState<PlanFilters>, 'page' | 'filters'>,
): InputOf<typeof listPlans> {
  const { keyword, signatory, status, deadline, initiated } = filters;
  return filledIn({
    ...page,
    box,
    keyword,
    signatory,
    status: status as TaskLabel | '',
    deadlineFrom: dayStart(deadline[0]),
    deadlineTo: dayEnd(deadline[1]),
    initiateFrom: dayStart(initiated[0]),
    initiateTo: dayEnd(initiated[1]),
  }) as InputOf<typeof listPlans>;
}
