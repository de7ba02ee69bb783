import type { StateBadge } from './badge.tsx';

/** Looks by the meaning of a state to the viewer: states with the same meaning look the same on every screen. */
export const BADGE = {
  /** Nothing has been done yet. */
  none: { tone: 'neutral', icon: 'circle' },
  draft: { tone: 'neutral', icon: 'pen' },
  /** Work is in progress without user action. */
  running: { tone: 'info', icon: 'progress' },
  /** Another party acts next. */
  waiting: { tone: 'info', icon: 'hourglass' },
  /** The viewer's side acts next. */
  due: { tone: 'warning', icon: 'hourglass' },
  caution: { tone: 'warning', icon: 'warning' },
  ending: { tone: 'warning', icon: 'clock' },
  done: { tone: 'success', icon: 'success' },
  verified: { tone: 'success', icon: 'shield' },
  failed: { tone: 'error', icon: 'error' },
  /** Blocked or revoked by somebody with the right to do so. */
  barred: { tone: 'error', icon: 'ban' },
  /** Withdrawn by the requester. */
  undone: { tone: 'neutral', icon: 'undo' },
  /** Switched off. */
  off: { tone: 'neutral', icon: 'ban' },
  lapsed: { tone: 'neutral', icon: 'clock' },
} as const satisfies Record<string, StateBadge>;
