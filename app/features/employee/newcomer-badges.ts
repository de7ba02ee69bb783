import type { ItemState, NewcomerState } from '#core/employee/newcomer.ts';
import { DAY_MS } from '#core/time.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

export const NEWCOMER_BADGES: Record<NewcomerState, StateBadge> = {
  TO_COLLECT: BADGE.none,
  COLLECTING: BADGE.waiting,
  TO_REVIEW: BADGE.due,
  TO_CORRECT: BADGE.caution,
  COMPLETED: BADGE.done,
  CANCELLED: BADGE.undone,
};

export const ITEM_BADGES: Record<ItemState, StateBadge> = {
  TO_COLLECT: BADGE.none,
  TO_REVIEW: BADGE.due,
  APPROVED: BADGE.done,
  TO_CORRECT: BADGE.caution,
};

/** Whole days between two times in epoch ms. */
export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS));
