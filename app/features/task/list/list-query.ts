import type { InputOf } from '#core/call.ts';
import type { listPlans } from '#core/task/calls.ts';
import type { TaskLabel } from '#core/task/states.ts';
import type { ListState } from '../../../ui/table/use-list-state.ts';
import type { ListBox } from './boxes.ts';

/** The filters of a list of tasks with nothing in them, by the names in its URL. */
export const NO_FILTERS = {
  keyword: '',
  signatory: '',
  status: '',
  deadline: ['', ''] as readonly string[],
  initiated: ['', ''] as readonly string[],
};
export type PlanFilters = typeof NO_FILTERS;

/** What the call is asked for; a range of days runs from the first day's beginning to the last one's end here. */
export function listInput(
  box: ListBox,
  { page, filters }: ListState<PlanFilters>,
): InputOf<typeof listPlans> {
  const { keyword, signatory, status, deadline, initiated } = filters;
  const given: InputOf<typeof listPlans> = {
    ...page,
    box,
    keyword: keyword || undefined,
    signatory: signatory || undefined,
    status: (status || undefined) as TaskLabel | undefined,
    deadlineFrom: dayStart(deadline[0]),
    deadlineTo: dayEnd(deadline[1]),
    initiateFrom: dayStart(initiated[0]),
    initiateTo: dayEnd(initiated[1]),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as InputOf<
    typeof listPlans
  >;
}

/** Epoch ms of the first moment of a day given as 2026-11-20, in the zone of the device. */
function dayStart(day: string | undefined): number | undefined {
  if (!day) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

const dayEnd = (day: string | undefined): number | undefined => {
  const start = dayStart(day);
  if (start === undefined) return undefined;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
};
