import type { SignerState, TaskLabel } from '#core/task/states.ts';
import type { StateLook } from '../../../ui/badge.tsx';

/** How each state of a task looks, everywhere. */
export const TASK_LOOKS: Record<TaskLabel, StateLook> = {
  REVIEWING: { tone: 'info', icon: 'eye' },
  NOT_STARTED: { tone: 'neutral', icon: 'circle' },
  WAITING_FOR_ME: { tone: 'warning', icon: 'pen' },
  WAITING_FOR_OTHERS: { tone: 'info', icon: 'hourglass' },
  FROZEN: { tone: 'warning', icon: 'pause' },
  SUSPENDED: { tone: 'warning', icon: 'warning' },
  COMPLETED: { tone: 'success', icon: 'success' },
  REJECTED: { tone: 'error', icon: 'error' },
  EXPIRED: { tone: 'neutral', icon: 'clock' },
  WITHDRAWN: { tone: 'neutral', icon: 'undo' },
};

export const SIGNER_LOOKS: Record<SignerState, StateLook> = {
  UNSIGNED: { tone: 'neutral', icon: 'circle' },
  SIGNING: { tone: 'info', icon: 'hourglass' },
  SIGNED: { tone: 'success', icon: 'success' },
  REJECTED: { tone: 'error', icon: 'error' },
};
