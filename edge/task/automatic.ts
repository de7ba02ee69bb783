import type { SignerRow } from '#edge/signing/rows.ts';
import type { TaskRow } from './read-task.ts';

type CalledSigner = Pick<
  SignerRow,
  'id' | 'ownerKey' | 'accountId' | 'mobileSealed' | 'autoSealId' | 'autoProblem'
>;
type SentTask = Pick<TaskRow, 'id' | 'initiatorId' | 'ownerKey'>;

/**
 * Whether a signature is made automatically at its turn: the sender's own, for the enterprise that sent the task, as long as
 * it was not handed to somebody else and has not failed.
 */
export const isAutomatic = (
  task: Pick<SentTask, 'initiatorId' | 'ownerKey'>,
  row: Omit<CalledSigner, 'id' | 'mobileSealed'>,
) =>
  row.autoSealId !== '' &&
  row.autoProblem === null &&
  row.accountId === task.initiatorId &&
  row.ownerKey === task.ownerKey;
