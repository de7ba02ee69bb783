import * as calls from '#core/approval/calls.ts';
import * as commentCalls from '#core/approval/comment-calls.ts';
import { countApprovals as countCall } from '#core/approval/count-calls.ts';
import * as externalCalls from '#core/approval/external-calls.ts';
import * as flowCalls from '#core/approval/flow-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import {
  addApprover,
  decideApproval,
  deleteApproval,
  type Kinds,
  passApprovals,
  transferApproval,
  urgeApproval,
  withdrawApproval,
} from './act.ts';
import { getAuthUrl } from './ask-external.ts';
import { addComment, listComments, replyComment, resolveComment } from './comments.ts';
import { approvalMessageEffect } from './effects.ts';
import { cancelAuth, getAuthResult } from './external.ts';
import { listFlows, listStaff, removeFlow, saveFlow, switchFlow, tryFlow } from './flows.ts';
import { openApproval } from './open-approval.ts';
import { countApprovals, getApproval, listApprovals } from './read-approval.ts';
import { runDueApprovals, runDueExternal } from './run-due-approvals.ts';
import { getSubstitute, saveSubstitute } from './substitutes.ts';

/** The approval domain, for the given kinds of subjects. */
export const approvals = (kinds: Kinds): Domain => ({
  calls: [
    implement(flowCalls.listFlows, listFlows),
    implement(flowCalls.saveFlow, saveFlow),
    implement(flowCalls.switchFlow, switchFlow),
    implement(flowCalls.removeFlow, removeFlow),
    implement(flowCalls.tryFlow, tryFlow),
    implement(flowCalls.listStaff, listStaff),
    implement(flowCalls.getSubstitute, getSubstitute),
    implement(flowCalls.saveSubstitute, saveSubstitute),
    implement(externalCalls.getAuthUrl, getAuthUrl),
    implement(externalCalls.cancelAuth, cancelAuth(kinds)),
    implement(externalCalls.getAuthResult, getAuthResult),
    implement(externalCalls.openApproval, openApproval),
    implement(calls.listApprovals, listApprovals),
    implement(countCall, countApprovals),
    implement(calls.getApproval, getApproval),
    implement(calls.decideApproval, decideApproval(kinds)),
    implement(calls.passApprovals, passApprovals(kinds)),
    implement(calls.transferApproval, transferApproval(kinds)),
    implement(calls.addApprover, addApprover(kinds)),
    implement(calls.withdrawApproval, withdrawApproval(kinds)),
    implement(calls.urgeApproval, urgeApproval),
    implement(calls.deleteApproval, deleteApproval),
    implement(commentCalls.listComments, listComments),
    implement(commentCalls.addComment, addComment(kinds)),
    implement(commentCalls.replyComment, replyComment),
    implement(commentCalls.resolveComment, resolveComment),
  ],
  effects: [
    handle(approvalMessageEffect, () => import('./send-message.ts').then((m) => m.sendApprovalMessage)),
  ],
  jobs: [
    { name: 'approvals', load: async () => runDueApprovals(kinds) },
    { name: 'external approvals', load: async () => runDueExternal(kinds) },
  ],
});
