import type { ItemState, NewcomerState } from '#core/employee/newcomer.ts';
import { DAY_MS } from '#core/time.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

export const NEWCOMER_LOOKS: Record<NewcomerState, StateLook> = {
  TO_COLLECT: LOOK.none,
  COLLECTING: LOOK.waiting,
  TO_REVIEW: LOOK.due,
  TO_CORRECT: LOOK.caution,
  COMPLETED: LOOK.done,
  CANCELLED: LOOK.undone,
};

export const ITEM_LOOKS: Record<ItemState, StateLook> = {
  TO_COLLECT: LOOK.none,
  TO_REVIEW: LOOK.due,
  APPROVED: LOOK.done,
  TO_CORRECT: LOOK.caution,
};

/** Whole days between two times in epoch ms. */
export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS));
