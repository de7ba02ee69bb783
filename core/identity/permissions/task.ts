import { SENDERS } from '../role-sets.ts';
import { membersWith, type Permission, SIGNED_IN } from './who.ts';

export const TASK_PERMISSIONS: readonly Permission[] = [
  {
    may: 'start tasks, keep drafts, revoke and urge',
    who: membersWith(SENDERS),
    calls: [
      'task.sendPlan',
      'task.saveDraft',
      'task.deleteDraft',
      'task.listDrafts',
      'task.revokePlan',
      'task.urgePlan',
    ],
    menu: ['startWithMe', 'draft', 'startEntContract', 'contract_send', 'contract_revoke', 'contract_urge'],
    also: 'revoke and urge: who sent the task, or an administrator of the sender',
  },
  {
    may: 'see what waits for one in all one’s identities, and how an enterprise of one’s own stands',
    who: SIGNED_IN,
    calls: [
      'task.getLoggedTodoPlans',
      'task.getPendingSize',
      'task.getEnterpriseState',
      'task.getEntContinueParams',
    ],
  },
  {
    may: 'look up colleagues as operators',
    who: membersWith(SENDERS),
    calls: ['task.getEnterpriseAssociationUser'],
  },
  {
    may: 'list, read and download tasks, and see their trail',
    who: SIGNED_IN,
    calls: ['task.listPlans', 'task.countPlans', 'task.getPlan', 'task.downloadDocument', 'task.getTrail'],
    menu: ['done', 'finished', 'sendWithMe', 'toVoid', 'contract_track', 'contract_download'],
    also: 'parties of the task only',
  },
  {
    may: 'sign and reject',
    who: SIGNED_IN,
    calls: [
      'task.signPlan',
      'task.beginPlanUkey',
      'task.continueUkey',
      'task.listConsentMethods',
      'task.startConsent',
      'task.getConsent',
      'task.rejectPlan',
      'seal.listUsableSeals',
      'seal.getStampProblem',
    ],
    menu: ['pending', 'contract_sign', 'contract_reject'],
    also: 'whose turn it is, with a seal authorized to them and a proof of willingness',
  },
  {
    may: 'upload files and read one’s own again, join rooms of shared drafts and events',
    who: SIGNED_IN,
    calls: ['task.uploadFile', 'task.findFiles', 'task.downloadFile', 'task.getSyncTicket'],
    also: 'files and rooms of the identity only; rooms of drafts: who keeps drafts',
  },
];
