import type { InputOf } from '#core/call.ts';
import { listPlans } from '#core/task/calls.ts';
import { boxToWire, signerFilterToWire } from '#core/task/plan-wire.ts';
import type { TaskLabel } from '#core/task/states.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import { queryOf } from '../../../query.ts';
import { getSession, ownerOf } from '../../../session/session-store.ts';
import type { Prefetch } from '../../../shell/prefetch.ts';
import { type Questions, question } from '../../../shell/question.ts';
import { dayEnd, dayStart } from '../../../ui/table/day-range.ts';
import { filledIn } from '../../../ui/table/filled-in.ts';
import { readList } from '../../../ui/table/use-list-state.ts';
import { boxAt, type ListBox } from './boxes.ts';

/** The filters of a list of tasks with nothing in them, by the names in its URL. */
export const FILTERS = {
  keyword: '',
  contract: '',
  signer: '',
  scenario: '',
  status: '',
  deadline: ['', ''] as readonly string[],
  initiated: ['', ''] as readonly string[],
  ended: ['', ''] as readonly string[],
  dataRange: 'RECENT',
  /** Only tasks of this batch. */
  batchId: '',
};

/** What the call is asked for; a range of days runs from the first day's beginning to the last one's end here. */
export const inputOf = (
  box: ListBox,
  {
    keyword,
    contract,
    signer,
    scenario,
    status,
    deadline,
    initiated,
    ended,
    dataRange,
    batchId,
  }: typeof FILTERS,
) => ({
  box: boxToWire(box),
  keyword,
  contract,
  scenario: TEMPLATE_SCENES.find((scene) => scene === scenario) ?? '',
  ...signerFilterToWire(signer),
  status: status as TaskLabel | '',
  deadlineFrom: dayStart(deadline[0]),
  deadlineTo: dayEnd(deadline[1]),
  initiateFrom: dayStart(initiated[0]),
  initiateTo: dayEnd(initiated[1]),
  endedFrom: dayStart(ended[0]),
  endedTo: dayEnd(ended[1]),
  // All of a batch, however long ago it was sent.
  dataRange: dataRange === 'ALL' || batchId ? ('ALL' as const) : '',
  batchId,
});

/** What the list at an address is asked for. */
export function inputAt(url: URL) {
  const { page, filters } = readList(url.searchParams, FILTERS);
  return filledIn({ ...page, ...inputOf(boxAt(url.pathname), filters) }) as InputOf<typeof listPlans>;
}

/** Days begin by the browser's clock, which the server does not know: a list that is filtered by them is not asked for. */
export const plansQuestions: Questions = (url) => {
  const { deadline, initiated, ended } = readList(url.searchParams, FILTERS).filters;
  return [...deadline, ...initiated, ...ended].some(Boolean) ? [] : [question(listPlans, inputAt(url))];
};

/** Asks for the rows while the page wakes up. */
export const prefetchPlans: Prefetch = ({ client, url }) => {
  void client.prefetchQuery(queryOf(listPlans, inputAt(url), ownerOf(getSession())));
};
