import type { Box } from '#core/task/plan-wire.ts';
import type { TaskLabel } from '#core/task/states.ts';
import type { IconName } from '../../../ui/icon.tsx';

export type ListBox = Exclude<Box, 'all'>;

/** What differs between the lists of tasks ([2.15a]); everything else is one component. */
export type BoxLook = {
  path: string;
  icon: IconName;
  /** Words that its rows may show, to search by; a list of one word needs no such field. */
  labels: readonly TaskLabel[];
  /** Whether something may still happen to its tasks, so that urging makes sense. */
  running: boolean;
  /** Whether tasks stay in it when they are over: it shows those of the last years unless all are asked for. */
  ended: boolean;
};

export const BOX_LOOKS: Record<ListBox, BoxLook> = {
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
  (Object.keys(BOX_LOOKS) as ListBox[]).find((box) => BOX_LOOKS[box].path === pathname.replace(/\/$/, '')) ??
  'pending';
