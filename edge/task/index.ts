import { previewApproval as previewApprovalCall } from '#core/approval/flow-calls.ts';
import * as sealUseCalls from '#core/approval/seal-calls.ts';
import { getSourceDifference as getSourceDifferenceCall } from '#core/approval/source-calls.ts';
import * as invitationCalls from '#core/invitation/calls.ts';
import * as batchCalls from '#core/task/batch-calls.ts';
import * as calls from '#core/task/calls.ts';
import * as changeCalls from '#core/task/change-calls.ts';
import { readCode as readCodeCall } from '#core/task/code-calls.ts';
import * as correctCalls from '#core/task/correct-calls.ts';
import { getDelivery as getDeliveryCall } from '#core/task/delivery-calls.ts';
import * as draftCalls from '#core/task/draft-calls.ts';
import * as listCalls from '#core/task/list-calls.ts';
import * as partnerCalls from '#core/task/partner-calls.ts';
import * as reminderCalls from '#core/task/reminder-calls.ts';
import * as ukeyCalls from '#core/task/ukey-calls.ts';
import { verifyDocument as verifyCall } from '#core/task/verify-calls.ts';
import { claimEffect } from '#edge/claim/effects.ts';
import { businessChangedEffect, handOverEffect } from '#edge/company/effects.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { undeliveredEffect } from '#edge/kernel/providers/undelivered-effect.ts';
import { sealsChangedEffect } from '#edge/seal/effects.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { acceptInvitation, endRemindersOf, sendInvitationCode } from './accept-invitation.ts';
import { addPlaces } from './add-places.ts';
import { getSealUses, requestSealUse } from './ask-seal-use.ts';
import { copyTask } from './copy-task.ts';
import { correctCopy, getCopy } from './correct-copy.ts';
import { correctSigner, getSigner } from './correct-signer.ts';
import { countTasks } from './count-tasks.ts';
import { downloadDocument, readsOfDownload } from './download-document.ts';
import { downloadEvidence } from './download-evidence.ts';
import { deleteDraft, getSyncTicket, listDrafts, saveDraft } from './drafts.ts';
import { finishTaskEffect, signAutomaticallyEffect, voidEndedEffect } from './effects.ts';
import { extendTask } from './extend-task.ts';
import { getDelivery } from './get-delivery.ts';
import { getTask, getTrail } from './get-task.ts';
import { handOverTurn, listSuccessors } from './hand-over-turn.ts';
import { homeCalls } from './home.ts';
import { listPartners } from './list-partners.ts';
import { listTasks } from './list-tasks.ts';
import { openInvitation } from './open-invitation.ts';
import { placeOwn } from './place-own.ts';
import { previewApproval } from './preview-approval.ts';
import { readCode } from './read-code.ts';
import { getSourceDifference } from './read-source-difference.ts';
import { rejectTask } from './reject-task.ts';
import { getReminderDefault, setReminderDefault } from './reminder-default.ts';
import { revokeTask } from './revoke-task.ts';
import { sendFinished } from './send-finished.ts';
import { readsOfSendTask, sendTask } from './send-task.ts';
import { closeBatch, confirmBatch, getBatch, openBatch, signBatch } from './sign-batch.ts';
import { beginSealUseUkey, stampSealUse } from './sign-seal-use.ts';
import { beginTaskUkey, readsOfSignTask, signTask } from './sign-task.ts';
import { silenceReminders } from './silence-reminders.ts';
import { downloadFile, findFiles, uploadFile } from './upload-file.ts';
import { urgeTask } from './urge-task.ts';
import { verifyDocument } from './verify-document.ts';
import { viewAttachment } from './view-attachment.ts';
import { voidTask } from './void-task.ts';

const taskCalls = [
  implement(draftCalls.uploadFile, uploadFile),
  implement(draftCalls.findFiles, findFiles),
  implement(draftCalls.downloadFile, downloadFile),
  implement(draftCalls.saveDraft, saveDraft),
  implement(draftCalls.listDrafts, listDrafts),
  implement(draftCalls.deleteDraft, deleteDraft),
  implement(draftCalls.getSyncTicket, getSyncTicket),
  implement(previewApprovalCall, previewApproval),
  implement(getSourceDifferenceCall, getSourceDifference),
  implement(listCalls.listTasks, listTasks),
  implement(partnerCalls.copyTask, copyTask),
  implement(partnerCalls.listPartners, listPartners),
  implement(listCalls.countTasks, countTasks),
  implement(calls.getTask, getTask),
  implement(calls.getTrail, getTrail),
  implement(getDeliveryCall, getDelivery),
  implementOpen(readCodeCall, readCode),
  implementOpen(invitationCalls.openInvitation, openInvitation),
  implementOpen(invitationCalls.sendInvitationCode, sendInvitationCode),
  implementOpen(invitationCalls.acceptInvitation, acceptInvitation),
  implementOpen(invitationCalls.endReminders, endRemindersOf),
  implement(calls.downloadDocument, downloadDocument, readsOfDownload),
  implement(calls.viewAttachment, viewAttachment),
  implement(calls.placeOwn, placeOwn),
  implement(calls.downloadEvidence, downloadEvidence),
  implement(verifyCall, verifyDocument),
  implement(calls.signTask, signTask, readsOfSignTask),
  implement(ukeyCalls.beginTaskUkey, beginTaskUkey),
  implement(batchCalls.openBatch, openBatch),
  implement(batchCalls.confirmBatch, confirmBatch),
  implement(batchCalls.signBatch, signBatch),
  implement(batchCalls.getBatch, getBatch),
  implement(batchCalls.closeBatch, closeBatch),
  implement(sealUseCalls.getSealUses, getSealUses),
  implement(sealUseCalls.requestSealUse, requestSealUse),
  implement(sealUseCalls.stampSealUse, stampSealUse),
  implement(sealUseCalls.beginSealUseUkey, beginSealUseUkey),
  implement(calls.rejectTask, rejectTask),
  implement(calls.revokeTask, revokeTask),
  implement(calls.urgeTask, urgeTask),
  implement(reminderCalls.getReminderDefault, getReminderDefault),
  implement(reminderCalls.setReminderDefault, setReminderDefault),
  implement(reminderCalls.silenceReminders, silenceReminders),
  implement(changeCalls.extendTask, extendTask),
  implement(changeCalls.addPlaces, addPlaces),
  implement(correctCalls.getSigner, getSigner),
  implement(correctCalls.correctSigner, correctSigner),
  implement(correctCalls.getCopy, getCopy),
  implement(correctCalls.correctCopy, correctCopy),
  implement(changeCalls.sendFinished, sendFinished),
  implement(changeCalls.listSuccessors, listSuccessors),
  implement(changeCalls.handOverTurn, handOverTurn),
];

/** The calls that send a contract. */
const sendingCalls = (parts: readonly SendingPart[]) => [
  implement(
    calls.sendTask,
    (...args) => sendTask(parts, ...args),
    (...args) => readsOfSendTask(parts, ...args),
  ),
  implement(changeCalls.voidTask, (...args) => voidTask(parts, ...args)),
];

/** Contracts; `parts` are what other rooms add to sending one. */
export const tasks = (parts: readonly SendingPart[]): Domain => ({
  calls: [...sendingCalls(parts), ...taskCalls, ...homeCalls],
  effects: [
    handle(finishTaskEffect, () => import('./finish-task.ts').then((m) => m.finishTask)),
    handle(signAutomaticallyEffect, () => import('./sign-automatically.ts').then((m) => m.signAutomatically)),
    handle(voidEndedEffect, () => import('./settle-void.ts').then((m) => m.settleVoid)),
    handle(handOverEffect, () => import('./hand-over-tasks.ts').then((m) => m.handOverTasks)),
    handle(undeliveredEffect, () => import('./report-undelivered.ts').then((m) => m.reportUndelivered)),
    handle(claimEffect, () => import('./follow-claim.ts').then((m) => m.followClaim)),
    handle(sealsChangedEffect, () => import('./freeze-tasks.ts').then((m) => m.reviewFrozenTasks)),
    handle(businessChangedEffect, () => import('./freeze-tasks.ts').then((m) => m.reviewTasksOf)),
  ],
  jobs: [
    { name: 'due tasks', load: () => import('./run-due-tasks.ts').then((m) => m.runDueTasks) },
    { name: 'reminders', load: () => import('./remind-due.ts').then((m) => m.remindDue) },
    { name: 'reminders of signers', load: () => import('./remind-signers.ts').then((m) => m.remindSigners) },
    { name: 'uses of seals', load: () => import('./lapse-seal-uses.ts').then((m) => m.lapseSealUses) },
  ],
});
