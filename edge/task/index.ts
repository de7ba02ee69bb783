import * as calls from '#core/task/calls.ts';
import { implement } from '../http/implement.ts';
import { countPlans } from './count-plans.ts';
import { downloadDocument } from './download-document.ts';
import { deleteDraft, getSyncTicket, listDrafts, saveDraft } from './drafts.ts';
import { rejectPlan, revokePlan } from './end-task.ts';
import { getPlan, getTrail } from './get-plan.ts';
import { listPlans } from './list-plans.ts';
import { sendPlan } from './send-plan.ts';
import { signPlan } from './sign-plan.ts';
import { downloadFile, findFiles, uploadFile } from './upload-file.ts';
import { urgePlan } from './urge-plan.ts';

export const taskCalls = [
  implement(calls.uploadFile, uploadFile),
  implement(calls.findFiles, findFiles),
  implement(calls.downloadFile, downloadFile),
  implement(calls.saveDraft, saveDraft),
  implement(calls.listDrafts, listDrafts),
  implement(calls.deleteDraft, deleteDraft),
  implement(calls.getSyncTicket, getSyncTicket),
  implement(calls.sendPlan, sendPlan),
  implement(calls.listPlans, listPlans),
  implement(calls.countPlans, countPlans),
  implement(calls.getPlan, getPlan),
  implement(calls.getTrail, getTrail),
  implement(calls.downloadDocument, downloadDocument),
  implement(calls.signPlan, signPlan),
  implement(calls.rejectPlan, rejectPlan),
  implement(calls.revokePlan, revokePlan),
  implement(calls.urgePlan, urgePlan),
];
