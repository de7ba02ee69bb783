import type { Box } from '#core/task/plan-wire.ts';
import type { TaskLabel } from '#core/task/states.ts';
import type { IconName } from '../../../ui/icon.tsx';

export type ListBox = Exclude<Box, 'all'>;

/** The differences between the lists of tasks ([2.15a]); everything else is shared. */
export type BoxBadge = {
  path: string;
  icon: IconName;
  /** Labels that its rows may have, for the filter; a list with a single label needs none. */
  labels: readonly TaskLabel[];
  /** Whether its tasks are still active, so that reminders make sense. */
  running: boolean;
  /** Whether it contains ended tasks: it shows those of recent years unless all are requested. */
  ended: boolean;
};

export const BOX_BADGES: Record<ListBox, BoxBadge> = {
  pending: { path: '/contract/issuedContract', icon: 'pen', labels: [], running: true, ended: false },
  waitingForOthers: {
    path: '/contract/done',
    icon: 'hourglass',
    labels: [],
    running: true,
    ended: false,
  },
  finished: { path: '/contract/finished', icon: 'contract-signed', labels: [], running: false, ended: true },
  startWithMe: {
    path: '/contract/startWithMe',
    icon: 'send',
    labels: [
      'REVIEWING',
      'NOT_STARTED',
      'WAITING_FOR_ME',
      'WAITING_FOR_OTHERS',
      'FROZEN',
      'SUSPENDED',
      'COMPLETED',
      'REJECTED',
      'EXPIRED',
      'WITHDRAWN',
      'REVIEW_FAILED',
    ],
    running: true,
    ended: true,
  },
  sendWithMe: {
    path: '/contract/sendWithMe',
    icon: 'copy',
    labels: ['WAITING_FOR_OTHERS', 'FROZEN', 'SUSPENDED', 'COMPLETED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'],
    running: false,
    ended: true,
  },
  toVoid: {
    path: '/contract/toVoid',
    icon: 'ban',
    labels: ['REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVIEW_FAILED'],
    running: false,
    ended: true,
  },
  expiring: { path: '/contract/expiring', icon: 'clock', labels: [], running: true, ended: false },
};

/** The list at a path. */
export const boxAt = (pathname: string): ListBox =>
  (Object.keys(BOX_BADGES) as ListBox[]).find(
    (box) => BOX_BADGES[box].path === pathname.replace(/\/$/, ''),
  ) ?? 'pending';
