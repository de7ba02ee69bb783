import * as calls from '#core/realname/calls.ts';
import * as entCalls from '#core/realname/enterprise-calls.ts';
import * as submitCalls from '#core/realname/submit-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { getEntAuth, listEntAuth, saveEntDraft, startEntAuth } from './ent-drafts.ts';
import { confirmFaceAuth, getFaceAuth, saveAuthResult } from './face-state.ts';
import { getImage, updateImage } from './photos.ts';
import { getCompanyInfo, revealCompanyInfo } from './profile.ts';
import { getUserExtendInfo, queryPersonInfo, revealRealName } from './query-person.ts';
import { decideSimulatedCheck, getSimulatedCheck } from './simulated-checks.ts';
import { startFaceAuth } from './start-face.ts';
import {
  confirmEntTransfer,
  sendEntTransfer,
  submitEntReview,
  withdrawEntAuth,
} from './submit-enterprise.ts';
import { submitManualReview } from './submit-review.ts';
import { withdrawRealName } from './withdraw.ts';
import { realnamePictureKeys } from './wrapped-keys.ts';

const realnameCalls = [
  implement(submitCalls.startFaceAuth, startFaceAuth),
  implement(calls.getFaceAuth, getFaceAuth),
  implement(calls.confirmFaceAuth, confirmFaceAuth),
  implementOpen(calls.saveAuthResult, saveAuthResult),
  implement(submitCalls.submitManualReview, submitManualReview),
  implement(calls.withdrawRealName, withdrawRealName),
  implement(calls.queryPersonInfo, queryPersonInfo),
  implement(calls.getUserExtendInfo, getUserExtendInfo),
  implement(calls.revealRealName, revealRealName),
  implement(calls.updateImage, updateImage),
  implement(calls.getImage, getImage),
  implementOpen(calls.getSimulatedCheck, getSimulatedCheck),
  implementOpen(calls.decideSimulatedCheck, decideSimulatedCheck),
  implement(entCalls.startEntAuth, startEntAuth),
  implement(entCalls.getEntAuth, getEntAuth),
  implement(entCalls.saveEntDraft, saveEntDraft),
  implement(entCalls.listEntAuth, listEntAuth),
  implement(entCalls.sendEntTransfer, sendEntTransfer),
  implement(entCalls.confirmEntTransfer, confirmEntTransfer),
  implement(entCalls.submitEntReview, submitEntReview),
  implement(entCalls.withdrawEntAuth, withdrawEntAuth),
  implement(entCalls.getCompanyInfo, getCompanyInfo),
  implement(entCalls.revealCompanyInfo, revealCompanyInfo),
];

export const realNames: Domain = {
  calls: realnameCalls,
  jobs: [
    { name: 'names to seal', load: () => import('./seal-plain-names.ts').then((m) => m.sealPlainNames) },
    {
      name: 'applications',
      load: () => import('./run-applications-job.ts').then((m) => m.runApplicationsJob),
    },
  ],
  wrappedKeys: [realnamePictureKeys],
};
