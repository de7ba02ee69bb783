import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ApprovalStep } from '#core/approval/approval.ts';
import type { ContractFacts } from '#core/approval/contract.ts';
import type { ExternalFacts } from '#core/approval/external.ts';
import type { ApprovalFlow } from '#core/approval/flow.ts';
import type { SealAtPlace, SealUseFacts, SealUseState } from '#core/approval/seal-use.ts';
import type { ApprovalState, ApprovalSubject } from '#core/approval/states.ts';
import type { TemplateFacts } from '#core/approval/template.ts';

/** The current version of an approval flow of an enterprise ([3.17]). */
export const approvalFlow = sqliteTable(
  'approval_flow',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Incremented with every change, including enabling, disabling and removal. */
    version: integer('version').notNull().default(1),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(false),
    body: text('body', { mode: 'json' }).$type<ApprovalFlow>().notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: integer('changed_at').notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
  },
  (t) => [index('approval_flow_enterprise').on(t.enterpriseId, t.createdAt)],
);

/** All versions of a flow. Append-only. */
export const approvalFlowVersion = sqliteTable(
  'approval_flow_version',
  {
    flowId: text('flow_id').notNull(),
    version: integer('version').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull(),
    body: text('body', { mode: 'json' }).$type<ApprovalFlow>().notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.flowId, t.version] })],
);

/** Who decides in a member's place during a period. */
export const approvalSubstitute = sqliteTable(
  'approval_substitute',
  {
    enterpriseId: text('enterprise_id').notNull(),
    accountId: text('account_id').notNull(),
    substituteId: text('substitute_id').notNull(),
    fromAt: integer('from_at').notNull(),
    toAt: integer('to_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.accountId] })],
);

/** What is to be approved, by kind of subject. */
export type SubjectFacts = ContractFacts | SealUseFacts | TemplateFacts | ExternalFacts;

/** A running or ended approval. `version` is for optimistic locking. */
export const approval = sqliteTable(
  'approval',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    subject: text('subject').$type<ApprovalSubject>().notNull(),
    subjectId: text('subject_id').notNull(),
    title: text('title').notNull(),
    /** The applied flows in the versions used; `unread`: one asks because an amount is missing or unreadable. */
    flows: text('flows', { mode: 'json' })
      .$type<{ flowId: string; version: number; name: string; unread?: true }[]>()
      .notNull(),
    state: text('state').$type<ApprovalState>().notNull(),
    applicantId: text('applicant_id').notNull(),
    applicantName: text('applicant_name').notNull(),
    digest: text('digest').notNull(),
    facts: text('facts', { mode: 'json' }).$type<SubjectFacts>().notNull(),
    steps: text('steps', { mode: 'json' }).$type<ApprovalStep[]>().notNull(),
    /** Common key of repeated submissions of the same thing: for a task its draft. */
    thread: text('thread').notNull(),
    beforeId: text('before_id').notNull().default(''),
    /** Deadline of the current step; null without one, and once the step has been marked late. */
    dueAt: integer('due_at'),
    /** Nobody can decide the current step. */
    stuck: integer('stuck', { mode: 'boolean' }).notNull().default(false),
    urgedAt: integer('urged_at'),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    /** Hidden from the applicant's list. */
    deletedAt: integer('deleted_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('approval_subject').on(t.subject, t.subjectId),
    index('approval_applicant').on(t.enterpriseId, t.applicantId, t.createdAt),
    index('approval_thread').on(t.thread, t.createdAt),
    index('approval_due').on(t.state, t.dueAt),
    index('approval_stuck').on(t.state, t.stuck),
  ],
);

/**
 * The part of a person in an approval. ASKED: was asked, but the approval proceeded or ended without their decision.
 */
export type ApprovalPart = 'TO_DECIDE' | 'TO_STAMP' | 'DECIDED' | 'COPIED' | 'ASKED';

/** Participants of an approval: determines the lists in which it appears and who may see it. */
export const approvalPart = sqliteTable(
  'approval_part',
  {
    approvalId: text('approval_id').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    accountId: text('account_id').notNull(),
    part: text('part').$type<ApprovalPart>().notNull(),
    /** Copy of the approval's creation time, so that lists can be sorted by index. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.approvalId, t.accountId, t.part] }),
    index('approval_part_list').on(t.enterpriseId, t.accountId, t.part, t.createdAt),
  ],
);

/**
 * A comment pinned to a page of what is to be approved, or a reply to one. Its words, place and author never change, and
 * it is never removed; comments of earlier submissions stay with the file that they were written on.
 */
export const approvalComment = sqliteTable(
  'approval_comment',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Common key of repeated submissions of the same thing, as in `approval`. */
    thread: text('thread').notNull(),
    /** The submission during which it was written. */
    approvalId: text('approval_id').notNull(),
    /** The comment that it replies to; empty for a comment of its own. */
    parentId: text('parent_id').notNull().default(''),
    authorId: text('author_id').notNull(),
    /** Position and name of the file then, and SHA-256 of its pages; a reply repeats those of its comment. */
    fileIndex: integer('file_index').notNull(),
    fileName: text('file_name').notNull(),
    fileSha256: text('file_sha256').notNull(),
    /** From 1. */
    page: integer('page').notNull(),
    /** mm from the top left of the page. */
    x: real('x').notNull(),
    y: real('y').notNull(),
    text: text('text').notNull(),
    resolvedBy: text('resolved_by').notNull().default(''),
    resolvedAt: integer('resolved_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('approval_comment_thread').on(t.thread, t.createdAt)],
);

/** A submitted use of an enterprise's seals at the places of one signer. */
export const sealUse = sqliteTable(
  'seal_use',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    taskId: text('task_id').notNull(),
    signerId: text('signer_id').notNull(),
    applicantId: text('applicant_id').notNull(),
    /** The applicant does not hold all of the seals: a holder stamps. */
    byHolder: integer('by_holder', { mode: 'boolean' }).notNull(),
    reason: text('reason').notNull(),
    seals: text('seals', { mode: 'json' }).$type<{ sealId: string; name: string }[]>().notNull(),
    fillings: text('fillings', { mode: 'json' }).$type<SealAtPlace[]>().notNull(),
    /** Values of the signer's fields, encrypted; empty if there are none. */
    valuesSealed: text('values_sealed').notNull().default(''),
    /** SHA-256 of the submitted use. */
    digest: text('digest').notNull(),
    state: text('state').$type<SealUseState>().notNull(),
    stampedBy: text('stamped_by').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    index('seal_use_signer').on(t.taskId, t.signerId, t.createdAt),
    index('seal_use_state').on(t.state),
    uniqueIndex('seal_use_running').on(t.signerId).where(sql`state in ('REVIEWING', 'TO_STAMP')`),
  ],
);

/** Business of another system of the enterprise, for which it asked approval. */
export const externalRequest = sqliteTable(
  'external_request',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Identifier in the other system. */
    businessId: text('business_id').notNull(),
    /** As flows judge it; empty if not given. */
    businessType: text('business_type').notNull(),
    /** SHA-256 of what approval was asked for. */
    digest: text('digest').notNull(),
    /** SHA-256 of the code of the link in force; the code itself is not stored. */
    codeHash: text('code_hash').notNull(),
    /** The first person with part in the approval who opened that link, and when. */
    openedBy: text('opened_by').notNull().default(''),
    openedAt: integer('opened_at'),
    /** When the approval expires. */
    endsAt: integer('ends_at').notNull(),
    /** Whether the approval still runs. */
    running: integer('running', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('external_request_code').on(t.codeHash),
    index('external_request_due').on(t.running, t.endsAt),
    uniqueIndex('external_request_business').on(t.enterpriseId, t.businessId).where(sql`running = 1`),
  ],
);
