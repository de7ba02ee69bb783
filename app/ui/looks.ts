import type { StateLook } from './badge.tsx';

/** What a state means to whoever looks at it: states that mean the same look the same on every screen. */
export const LOOK = {
  /** Nothing has been done yet. */
  none: { tone: 'neutral', icon: 'circle' },
  draft: { tone: 'neutral', icon: 'pen' },
  /** Work goes on by itself. */
  running: { tone: 'info', icon: 'progress' },
  /** Somebody else acts next. */
  waiting: { tone: 'info', icon: 'hourglass' },
  /** Somebody here acts next. */
  due: { tone: 'warning', icon: 'hourglass' },
  caution: { tone: 'warning', icon: 'warning' },
  ending: { tone: 'warning', icon: 'clock' },
  done: { tone: 'success', icon: 'success' },
  verified: { tone: 'success', icon: 'shield' },
  failed: { tone: 'error', icon: 'error' },
  /** Taken away by somebody with the right to do so. */
  barred: { tone: 'error', icon: 'ban' },
  /** Taken back by whoever asked for it. */
  undone: { tone: 'neutral', icon: 'undo' },
  /** Switched off. */
  off: { tone: 'neutral', icon: 'ban' },
  lapsed: { tone: 'neutral', icon: 'clock' },
} as const satisfies Record<string, StateLook>;
