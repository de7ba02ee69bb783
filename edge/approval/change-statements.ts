import { eq, type SQL, sql } from 'drizzle-orm';
import {
  type Approval,
  type ApprovalEvent,
  currentStep,
  dueAt,
  waitingFor,
} from '#core/approval/approval.ts';
import type { ApprovalState, ApprovalSubject } from '#core/approval/states.ts';
import { JUDGED_FEN, JUDGED_TYPE, type MessageTemplate } from '#core/locales/message-text.ts';
import {
  type ApprovalPart,
  approvalPart,
  approval as approvalTable,
  type SubjectFacts,
} from '#db/schema/index.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { pushEffect } from '#edge/sync/effects.ts';
import { type ApprovalMessage, approvalMessageEffect } from './effects.ts';

export type ApprovalRecord = typeof approvalTable.$inferSelect;

/** A changed approval: its new state, the events, and the guards and statements that store it. */
export interface ApprovalUpdate {
  approval: Approval;
  news: readonly ApprovalEvent[];
  guards: SQL[];
  statements: Statement[];
}

export const approvalOf = ({ state, applicantId, digest, steps }: ApprovalRecord): Approval => ({
  state,
  applicantId,
  digest,
  steps,
});

/** Columns derived from the approval. */
export function columnsOf(approval: Approval) {
  const step = currentStep(approval);
  const due = step && step.lateAt === undefined ? dueAt(step) : undefined;
  return {
    state: approval.state,
    steps: [...approval.steps],
    dueAt: due ?? null,
    stuck: step !== undefined && waitingFor(approval).length === 0,
  };
}

/**
 * Participants of an approval and their parts. Those who were asked but did not decide in time still learn the outcome
 * but can no longer read the contract.
 */
export function partsOf(approval: Approval): { accountId: string; part: ApprovalPart }[] {
  const decided = approval.steps.flatMap(({ approvers }) =>
    approvers.filter(({ decision }) => decision !== undefined).map(({ accountId }) => accountId),
  );
  const reached = approval.steps.filter(({ state }) => state !== 'NOT_STARTED');
  const copied = reached.flatMap(({ copies }) => copies);
  const waiting = waitingFor(approval);
  const silentApprovers = reached
    .flatMap(({ approvers }) => approvers.map(({ accountId }) => accountId))
    .filter((one) => !waiting.includes(one) && !decided.includes(one));
  const as = (part: ApprovalPart, accounts: readonly string[]) =>
    [...new Set(accounts)].map((accountId) => ({ accountId, part }));
  return [
    ...as('TO_DECIDE', waiting),
    ...as('DECIDED', decided),
    ...as('COPIED', copied),
    ...as('ASKED', silentApprovers),
  ];
}

/** Statements that replace the participants of an approval. */
export function writeParts(
  { db }: Pick<Context, 'db'>,
  row: Pick<ApprovalRecord, 'id' | 'enterpriseId' | 'createdAt'>,
  approval: Approval,
): Statement[] {
  const parts = partsOf(approval);
  const { id: approvalId, enterpriseId, createdAt } = row;
  return [
    db.delete(approvalPart).where(eq(approvalPart.approvalId, approvalId)),
    ...(parts.length
      ? [
          db
            .insert(approvalPart)
            .values(parts.map((part) => ({ approvalId, enterpriseId, createdAt, ...part }))),
        ]
      : []),
  ];
}

/** Statements that store a change of an approval, with a guard that it is unchanged since it was read. */
export function changeStatements(
  context: Context,
  row: ApprovalRecord,
  { approval, news }: { approval: Approval; news: readonly ApprovalEvent[] },
  by: string,
): ApprovalUpdate {
  const { db, now } = context;
  return {
    approval,
    news,
    guards: [
      sql`select 1 from ${approvalTable} where ${approvalTable.id} = ${row.id} and ${approvalTable.version} = ${row.version}`,
    ],
    statements: [
      db
        .update(approvalTable)
        .set({
          ...columnsOf(approval),
          version: row.version + 1,
          ...(approval.state === 'REVIEWING' ? {} : { endedAt: row.endedAt ?? now }),
        })
        .where(eq(approvalTable.id, row.id)),
      ...writeParts(context, row, approval),
      ...tellNews(context, row, news, by),
    ],
  };
}

/** Notices per kind of subject: to approvers who are asked, and about the outcome. */
const TEMPLATES: Record<
  ApprovalSubject,
  { asked: MessageTemplate; ended: Partial<Record<ApprovalState, MessageTemplate>> }
> = {
  TASK: {
    asked: 'APPROVAL_ASKED',
    // No notice of a withdrawal: the applicant withdrew it themselves.
    ended: {
      APPROVED: 'APPROVAL_PASSED',
      REJECTED: 'APPROVAL_REJECTED',
      RETURNED: 'APPROVAL_RETURNED',
      EXPIRED: 'APPROVAL_EXPIRED',
      VOIDED: 'APPROVAL_VOIDED',
    },
  },
  SEAL: {
    asked: 'SEAL_USE_ASKED',
    ended: {
      APPROVED: 'SEAL_USE_PASSED',
      REJECTED: 'SEAL_USE_REJECTED',
      RETURNED: 'SEAL_USE_REJECTED',
      EXPIRED: 'SEAL_USE_EXPIRED',
      VOIDED: 'SEAL_USE_VOIDED',
    },
  },
  TEMPLATE: {
    asked: 'TEMPLATE_REVIEW_ASKED',
    ended: {
      APPROVED: 'TEMPLATE_REVIEW_PASSED',
      REJECTED: 'TEMPLATE_REVIEW_REJECTED',
      RETURNED: 'TEMPLATE_REVIEW_RETURNED',
      EXPIRED: 'TEMPLATE_REVIEW_EXPIRED',
      VOIDED: 'TEMPLATE_REVIEW_VOIDED',
    },
  },
  // The other system learns the end by its webhook.
  EXTERNAL: { asked: 'EXTERNAL_ASKED', ended: {} },
};

/** Notices of the events, and a push to the enterprise's open pages. `by`: name of the person who caused them. */
export function tellNews(
  context: Context,
  row: Pick<
    ApprovalRecord,
    'id' | 'enterpriseId' | 'subject' | 'subjectId' | 'title' | 'applicantId' | 'applicantName' | 'facts'
  >,
  news: readonly ApprovalEvent[],
  by: string,
): Statement[] {
  const remark = news.reduce((last, one) => (one.news === 'DECIDED' ? one.words : last), '');
  const templates = TEMPLATES[row.subject];
  const params = { ...namedIn(row), operator: by, words: remark || '—' };
  const tell = (accounts: readonly string[], template: MessageTemplate): Statement[] =>
    accounts.map((accountId) => tellOne(context, row, accountId, template, params));
  const message = (accounts: readonly string[], template: ApprovalMessage): Statement[] =>
    accounts.map((accountId) => messageOne(context, row, accountId, template));
  return [
    ...news.flatMap((one) => {
      switch (one.news) {
        case 'ASKED':
          return [...tell(one.accounts, templates.asked), ...message(one.accounts, 'APPROVAL_LINK')];
        case 'COPIED':
          return tell(one.accounts, 'APPROVAL_COPIED');
        case 'LATE':
          return [...tell(one.accounts, 'APPROVAL_LATE'), ...message(one.accounts, 'APPROVAL_LINK_LATE')];
        case 'STUCK':
          return tell([row.applicantId], 'APPROVAL_STUCK');
        case 'ENDED': {
          const template = templates.ended[one.state];
          return template ? tell([row.applicantId], template) : [];
        }
        default:
          return [];
      }
    }),
    enqueue(context, `approval:${row.id}:push`, pushEffect, {
      ownerKeys: [enterpriseKey(row.enterpriseId)],
      event: 'approval-changed',
      taskId: row.subjectId,
    }),
  ];
}

/** By what a message names an approval: who asks, for what, and what business of another system is judged by. */
export const namedIn = ({
  applicantName,
  title,
  facts,
}: Pick<ApprovalRecord, 'applicantName' | 'title' | 'facts'>): Record<string, string> => ({
  applicant: applicantName,
  task: title,
  ...judgedIn(facts),
});

function judgedIn(facts: SubjectFacts): Record<string, string> {
  const judged = 'businessId' in facts ? facts.judged : undefined;
  if (!judged) return {};
  return {
    ...(judged.businessType === '' ? {} : { [JUDGED_TYPE]: judged.businessType }),
    ...(judged.amount === null ? {} : { [JUDGED_FEN]: String(judged.amount) }),
  };
}

export const tellOne = (
  context: Context,
  row: Pick<ApprovalRecord, 'id' | 'enterpriseId' | 'subjectId'>,
  accountId: string,
  template: MessageTemplate,
  params: Record<string, string>,
): Statement =>
  enqueue(context, `approval:${row.id}:${accountId}`, noticeEffect, {
    accountId,
    ownerKey: enterpriseKey(row.enterpriseId),
    category: 'approval',
    template,
    params,
    taskId: row.subjectId,
  });

/** A message by SMS and mail to somebody who is to decide. */
export const messageOne = (
  context: Context,
  row: Pick<ApprovalRecord, 'id' | 'applicantName' | 'title' | 'facts'>,
  accountId: string,
  template: ApprovalMessage,
): Statement =>
  enqueue(context, `approval:${row.id}:${accountId}:message`, approvalMessageEffect, {
    approvalId: row.id,
    accountId,
    template,
    params: namedIn(row),
  });
