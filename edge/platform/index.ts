import * as calls from '#core/platform/calls.ts';
import { getStatus as getStatusCall } from '#core/platform/status-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { changeEdition } from './change-edition.ts';
import { changePersonMobile } from './change-person-mobile.ts';
import { endPersonSessions } from './end-person-sessions.ts';
import { askRecertification, listPlatformEnterprises, switchEnterprise } from './enterprises.ts';
import { getStatus } from './get-status.ts';
import { listAudit } from './list-audit.ts';
import { listReviews } from './list-reviews.ts';
import { decideReview, getReview } from './review.ts';

const platformCalls = [
  implement(calls.listReviews, listReviews),
  implement(calls.getReview, getReview),
  implement(calls.decideReview, decideReview),
  implement(calls.listPlatformEnterprises, listPlatformEnterprises),
  implement(calls.switchEnterprise, switchEnterprise),
  implement(calls.changeEdition, changeEdition),
  implement(calls.askRecertification, askRecertification),
  implement(calls.endPersonSessions, endPersonSessions),
  implement(calls.changePersonMobile, changePersonMobile),
  implement(calls.listAudit, listAudit),
  implement(getStatusCall, getStatus),
];

export const platform: Domain = {
  calls: platformCalls,
};
