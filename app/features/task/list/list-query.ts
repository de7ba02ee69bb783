import type { InputOf } from '#core/call.ts';
import { listTasks } from '#core/task/list-calls.ts';
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

/** The empty filters of a list of tasks, by their names in the URL. */
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
  /** Only tasks of which a message did not arrive. */
  undelivered: false,
};

/** The call's input; a range of days runs from the start of the first to the end of the last, in local time. */
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
    undelivered,
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
  // All tasks of a batch, regardless of their age.
  dataRange: dataRange === 'ALL' || batchId ? ('ALL' as const) : '',
  batchId,
  delivery: undelivered ? ('FAILED' as const) : ('' as const),
});

/** The call's input for the list at a URL. */
export function inputAt(url: URL) {
  const { page, filters } = readList(url.searchParams, FILTERS);
  return filledIn({ ...page, ...inputOf(boxAt(url.pathname), filters) }) as InputOf<typeof listTasks>;
}

/** Days depend on the browser's time zone, unknown to the server: lists filtered by days are not requested early. */
export const listQuestions: Questions = (url) => {
  const { deadline, initiated, ended } = readList(url.searchParams, FILTERS).filters;
  return [...deadline, ...initiated, ...ended].some(Boolean) ? [] : [question(listTasks, inputAt(url))];
};

/** Prefetches the rows during hydration. */
export const prefetchTasks: Prefetch = ({ client, url }) => {
  void client.prefetchQuery(queryOf(listTasks, inputAt(url), ownerOf(getSession())));
};
