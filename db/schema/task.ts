import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ErrorName, ErrorParams } from '#core/errors.ts';
import type { EnterpriseCategory } from '#core/seal/states.ts';
import type { BatchState, BatchTask } from '#core/task/batch-calls.ts';
import type { Consent } from '#core/task/calls.ts';
import type { TicketMethod, TicketState } from '#core/task/consent-calls.ts';
import type { PasskeyAssertion } from '#core/task/passkey-evidence.ts';
import type {
  AttachmentType,
  PlacementKind,
  PlacementRule,
  SignFlow,
  TaskFileType,
} from '#core/task/plan.ts';
import type { ReminderSchedule } from '#core/task/reminders.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import type { SignerProof } from '#core/task/signer-proofs.ts';
import type { EndReason, FreezeReason, SignerState, TaskState, TrailEvent } from '#core/task/states.ts';
import type { UploadType } from '#core/task/upload-types.ts';
import type { VoidState } from '#core/task/void.ts';
import type { TEMPLATE_SCENES } from '#core/template/record.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import type { IdType } from '#core/validate/id-number.ts';

/** A file uploaded by an owner; the file store keeps its bytes by digest. */
export const ownedFile = sqliteTable(
  'owned_file',
  {
    ownerKey: text('owner_key').notNull(),
    sha256: text('sha256').notNull(),
    fileType: text('file_type').$type<UploadType>().notNull(),
    size: integer('size').notNull(),
    /** Page sizes in mm after rotation, as displayed. */
    pages: text('pages', { mode: 'json' }).$type<{ widthMm: number; heightMm: number }[]>().notNull(),
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKey, t.sha256] })],
);

/** Index of an owner's drafts; the draft itself is a Yjs document. */
export const draft = sqliteTable(
  'draft',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    taskName: text('task_name').notNull().default(''),
    fileNum: integer('file_num').notNull().default(0),
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    savedAt: integer('saved_at').notNull(),
    /** Set when the draft was sent or deleted. */
    closedAt: integer('closed_at'),
  },
  (t) => [index('draft_owner').on(t.ownerKey, t.closedAt, t.savedAt)],
);

/** A sent signing task ([3.12]). `version` is for optimistic locking. */
export const task = sqliteTable(
  'task',
  {
    id: text('id').primaryKey(),
    number: text('number').notNull(),
    /** Id of the draft it was sent from; the task's own id if the draft was reopened because the task was not sent. */
    draftId: text('draft_id').notNull(),
    name: text('name').notNull(),
    businessType: text('business_type').notNull(),
    businessTypeName: text('business_type_name').notNull(),
    scenario: text('scenario').$type<(typeof TEMPLATE_SCENES)[number]>().notNull().default('ENT'),
    fileType: text('file_type').$type<TaskFileType>().notNull(),
    ownerKey: text('owner_key').notNull(),
    initiatorId: text('initiator_id').notNull(),
    initiatorName: text('initiator_name').notNull(),
    initiatorEntName: text('initiator_ent_name').notNull(),
    ordered: integer('ordered', { mode: 'boolean' }).notNull(),
    signFlow: text('sign_flow').$type<SignFlow>().notNull().default('SPECIFIED'),
    state: text('state').$type<TaskState>().notNull(),
    endReason: text('end_reason').$type<EndReason>(),
    startAt: integer('start_at').notNull(),
    deadline: integer('deadline').notNull(),
    sentAt: integer('sent_at').notNull(),
    endedAt: integer('ended_at'),
    /** When pending signers were reminded of the deadline; null until then. */
    remindedAt: integer('reminded_at'),
    /** When signers who have been called are reminded by themselves; null: never. */
    reminders: text('reminders', { mode: 'json' }).$type<ReminderSchedule>(),
    revokeReason: text('revoke_reason').notNull().default(''),
    rejectReason: text('reject_reason').notNull().default(''),
    /** Reason for FROZEN ([8.14a]): a name from core/task/states.ts. */
    frozenReason: text('frozen_reason').$type<FreezeReason | ''>().notNull().default(''),
    /** For a finished contract: whether it is being or has been voided, and by which agreement. */
    voidState: text('void_state').$type<VoidState>().notNull().default(''),
    voidTaskId: text('void_task_id').notNull().default(''),
    /** For a voiding agreement: the contract that it voids. */
    voids: text('voids').notNull().default(''),
    fileNum: integer('file_num').notNull(),
    signerNum: integer('signer_num').notNull(),
    signedNum: integer('signed_num').notNull().default(0),
    /** Incremented with every change, for optimistic locking. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('task_number').on(t.number),
    uniqueIndex('task_draft').on(t.draftId),
    index('task_owner').on(t.ownerKey, t.sentAt),
    index('task_due').on(t.state, t.deadline),
    index('task_start').on(t.state, t.startAt),
  ],
);

/** The plan as submitted by its sender; the basis for repeating the task. */
export const taskPlan = sqliteTable('task_plan', {
  taskId: text('task_id').primaryKey(),
  /** The input of `sendTask` as JSON, encrypted. */
  planSealed: text('plan_sealed').notNull(),
});

/** The part of an owner in a task. */
export type ParticipantPart = 'INITIATOR' | 'SIGNER' | 'COPY' | 'APPROVER';

/**
 * Owners who see a task, and their parts: initiator, signer, copy recipient, or approver of the initiator's enterprise.
 */
export const participant = sqliteTable(
  'participant',
  {
    ownerKey: text('owner_key').notNull(),
    part: text('part').$type<ParticipantPart>().notNull(),
    taskId: text('task_id').notNull(),
    /** For an enterprise: the member concerned, or empty for all who may see its tasks. */
    accountId: text('account_id').notNull().default(''),
    /** Copy of the task's send time, so that lists can be sorted by index. */
    sentAt: integer('sent_at').notNull(),
    /**
     * Copies that triggers keep, so that lists of few among many tasks are read by index: the task's end reason, or its
     * state while it has none; its scenario; and whether it came to nothing, or was voided by all parties.
     */
    state: text('state').$type<EndReason | TaskState | ''>().notNull().default(''),
    scenario: text('scenario').notNull().default(''),
    isVoid: integer('is_void', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.ownerKey, t.part, t.taskId, t.accountId] }),
    index('participant_state').on(t.ownerKey, t.state, t.sentAt, t.taskId, t.part),
    index('participant_scenario').on(t.ownerKey, t.scenario, t.sentAt, t.taskId, t.part),
    index('participant_void').on(t.ownerKey, t.sentAt, t.taskId, t.part).where(sql`is_void = 1`),
    index('participant_list').on(t.ownerKey, t.part, t.sentAt, t.taskId),
    // Lists of several parts, in their order: the first page is read without the others.
    index('participant_time').on(t.ownerKey, t.sentAt, t.taskId),
    index('participant_task').on(t.taskId),
  ],
);

export const document = sqliteTable(
  'document',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    pages: text('pages', { mode: 'json' }).$type<{ widthMm: number; heightMm: number }[]>().notNull(),
    /** Number of the latest revision; changed only by compare-and-set. */
    revision: integer('revision').notNull(),
    /** Code in the URL of the QR code at the foot of its pages; null if there is none. */
    code: text('code'),
    /** The template version that the document was made from; null for uploads. */
    templateVersionId: text('template_version_id'),
    /** TemplateValues as JSON, encrypted; empty without a template. */
    valuesSealed: text('values_sealed').notNull().default(''),
  },
  (t) => [
    index('document_template').on(t.templateVersionId),
    uniqueIndex('document_place').on(t.taskId, t.position),
    uniqueIndex('document_code').on(t.code),
  ],
);

/** A file shown with a task but not signed; the file store keeps its bytes by digest. */
export const attachment = sqliteTable(
  'attachment',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    fileType: text('file_type').$type<AttachmentType>().notNull(),
    sha256: text('sha256').notNull(),
    size: integer('size').notNull(),
    pages: text('pages', { mode: 'json' }).$type<{ widthMm: number; heightMm: number }[]>().notNull(),
  },
  (t) => [uniqueIndex('attachment_place').on(t.taskId, t.position)],
);

/** An immutable revision of a document: its bytes are the concatenated segments, each in the file store. */
export const documentRevision = sqliteTable(
  'document_revision',
  {
    documentId: text('document_id').notNull(),
    revision: integer('revision').notNull(),
    segments: text('segments', { mode: 'json' }).$type<{ key: string; length: number }[]>().notNull(),
    length: integer('length').notNull(),
    sha256: text('sha256').notNull(),
    /** State of SHA-256 after these bytes (core/resumable-sha256.ts), for the next increment; empty if it was not kept. */
    hashState: text('hash_state').notNull().default(''),
    /** When the bytes were last read and compared with the digest; epoch ms. */
    checkedAt: integer('checked_at').notNull().default(0),
    signerId: text('signer_id'),
    certificateId: text('certificate_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.revision] }),
    index('document_revision_checked').on(t.checkedAt),
  ],
);

export const signer = sqliteTable(
  'signer',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id').notNull(),
    position: integer('position').notNull(),
    type: text('type').$type<'ENTERPRISE' | 'PERSON'>().notNull(),
    /** E:… or P:…; empty until the party is registered. */
    ownerKey: text('owner_key').notNull(),
    entName: text('ent_name').notNull().default(''),
    /** For an enterprise that was not verified when it was named: its name or credit code in the form for comparing. */
    entKey: text('ent_key').notNull().default(''),
    userName: text('user_name').notNull(),
    /** The account that signs: the individual or the operator; empty until registered. */
    accountId: text('account_id').notNull().default(''),
    /** When an account that did not exist when it was named became this party; null if it did. */
    claimedAt: integer('claimed_at'),
    /** Keyed digest of the mobile number, or of the e-mail address where that stands in its place. */
    mobileIndex: text('mobile_index').notNull(),
    /** Encrypted; empty where an e-mail address stands in its place. */
    mobileSealed: text('mobile_sealed').notNull(),
    department: text('department').notNull().default(''),
    /** Encrypted; empty if the sender gave none. */
    emailSealed: text('email_sealed').notNull().default(''),
    /**
     * For an individual who must prove an ID document: its type, the keyed digest of its number, and the encrypted
     * number.
     */
    idType: text('id_type').$type<IdType | ''>().notNull().default(''),
    idNumberIndex: text('id_number_index').notNull().default(''),
    idNumberSealed: text('id_number_sealed').notNull().default(''),
    /** For an enterprise: the only category of seal accepted; empty for any. */
    sealKind: text('seal_kind').$type<EnterpriseCategory | ''>().notNull().default(''),
    /** What the signer proves before the signature, in this order; empty: one way of their own choice. */
    proofs: text('proofs', { mode: 'json' }).$type<SignerProof[]>().notNull().default([]),
    /** Keyed digest of the code that the sender tells them, with the signer's id; empty if none is asked for. */
    accessCodeHash: text('access_code_hash').notNull().default(''),
    signOrder: integer('sign_order').notNull(),
    /** The seal with which the sender's own enterprise signs automatically; empty: a person signs. */
    autoSealId: text('auto_seal_id').notNull().default(''),
    /** With what the sender asked for that (edge/identity/act-as.ts), which must still allow it when it is signed. */
    autoAskedWith: text('auto_key_id').notNull().default(''),
    /** Why automatic signing failed, so that a person signs instead; null until then. */
    autoProblem: text('auto_problem', { mode: 'json' }).$type<{ name: ErrorName; params: ErrorParams }>(),
    state: text('state').$type<SignerState>().notNull(),
    signedAt: integer('signed_at'),
    urgedAt: integer('urged_at'),
    /** When the signer is reminded next by the task's schedule; null unless it is their turn. */
    remindAt: integer('remind_at'),
    /** How often they were reminded by it. */
    remindedTimes: integer('reminded_times').notNull().default(0),
  },
  (t) => [
    index('signer_task').on(t.taskId, t.position),
    index('signer_pending').on(t.ownerKey, t.state),
    // Whose turn a listed task is; by `signer_pending` each row would look through all turns of its owner.
    index('signer_turn').on(t.taskId, t.ownerKey, t.accountId, t.state),
    index('signer_mobile').on(t.mobileIndex, t.accountId),
    index('signer_waiting').on(t.entKey).where(sql`ent_key <> ''`),
    index('signer_claimed').on(t.accountId).where(sql`claimed_at is not null`),
    index('signer_remind').on(t.remindAt).where(sql`remind_at is not null`),
  ],
);

export const copyParty = sqliteTable(
  'copy_party',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    entName: text('ent_name').notNull().default(''),
    /** As of a signer. */
    entKey: text('ent_key').notNull().default(''),
    userName: text('user_name').notNull(),
    /** The account that receives it: the individual or the contact person; empty until registered. */
    accountId: text('account_id').notNull().default(''),
    /** As of a signer. */
    claimedAt: integer('claimed_at'),
    /** As of a signer. */
    mobileIndex: text('mobile_index').notNull(),
    mobileSealed: text('mobile_sealed').notNull(),
    emailSealed: text('email_sealed').notNull().default(''),
  },
  (t) => [
    index('copy_party_task').on(t.taskId),
    index('copy_party_mobile').on(t.mobileIndex, t.accountId),
    index('copy_party_waiting').on(t.entKey).where(sql`ent_key <> ''`),
    index('copy_party_claimed').on(t.accountId).where(sql`claimed_at is not null`),
  ],
);

/** Position of a signer's seal, signature, date or field: mm from the top left of the page as displayed. */
export const placement = sqliteTable(
  'placement',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id').notNull(),
    documentId: text('document_id').notNull(),
    signerId: text('signer_id').notNull(),
    kind: text('kind').$type<PlacementKind>().notNull(),
    page: integer('page').notNull(),
    toPage: integer('to_page').notNull(),
    rule: text('rule').$type<PlacementRule>().notNull().default('CONSECUTIVE'),
    x: real('x').notNull(),
    y: real('y').notNull(),
    width: real('width').notNull(),
    height: real('height').notNull(),
    /** Name of the reserved signature field, and which part of it this placement is. */
    field: text('field').notNull(),
    part: text('part').notNull(),
    /** For kind FIELD: the field to fill in, and the value entered, encrypted; empty until then. */
    fills: text('fills', { mode: 'json' }).$type<SignersField>(),
    valueSealed: text('value_sealed').notNull().default(''),
  },
  (t) => [index('placement_task').on(t.taskId), index('placement_signer').on(t.signerId)],
);

/** A proof of the intent to sign, bound to the digests it covers ([4.15a]). */
export const consent = sqliteTable(
  'consent',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id').notNull(),
    signerId: text('signer_id').notNull(),
    accountId: text('account_id').notNull(),
    method: text('method').notNull(),
    digests: text('digests', { mode: 'json' }).$type<string[]>().notNull(),
    /** What the signer was shown: revision and SHA-256 of each document. */
    seen: text('seen', { mode: 'json' })
      .$type<{ documentId: string; revision: number; sha256: string }[]>()
      .notNull()
      .default([]),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('consent_task').on(t.taskId)],
);

/** A proof of intent requested on a phone ([4.15a]), for one signing of one task or group. */
export const consentTicket = sqliteTable('consent_ticket', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  method: text('method').$type<TicketMethod>().notNull(),
  subjectId: text('subject_id').notNull(),
  /** Digest of what the signer was shown; the consent is valid for that only. */
  seenDigest: text('seen_digest').notNull().default(''),
  /** Reference at the provider. */
  ref: text('ref').notNull(),
  state: text('state').$type<TicketState>().notNull(),
  /** What a passkey signed; null for other methods. */
  assertion: text('assertion', { mode: 'json' }).$type<PasskeyAssertion>(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * A proof that the sender asks a signer for ([4.15a]), as it was given: good for this signer's signature, in this session,
 * until it expires. The signature takes all of them.
 */
export const signerProof = sqliteTable(
  'signer_proof',
  {
    signerId: text('signer_id').notNull(),
    sessionId: text('session_id').notNull(),
    proof: text('proof').$type<SignerProof>().notNull(),
    /** By which it was given, where another way stood in its place. */
    way: text('way').$type<SignerProof>().notNull(),
    accountId: text('account_id').notNull(),
    provenAt: integer('proven_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.signerId, t.sessionId, t.proof] }),
    index('signer_proof_expiry').on(t.expiresAt),
  ],
);

/** Tasks that a person signs together with one proof of intent; stored so that an interrupted batch can be resumed. */
export const signBatch = sqliteTable(
  'sign_batch',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    entId: text('ent_id').notNull(),
    /** Digest of all tasks, revisions and seals; the consent is valid for that only. */
    digest: text('digest').notNull(),
    /** Method of the proof of intent, empty until given; the session in which it was given, and its expiry. */
    method: text('method').$type<Consent['method'] | ''>().notNull().default(''),
    /** Further evidence of it, for the trail of each task. */
    evidence: text('evidence', { mode: 'json' }).$type<Record<string, string>>(),
    sessionId: text('session_id').notNull().default(''),
    goodUntil: integer('good_until').notNull().default(0),
    openedAt: integer('opened_at').notNull(),
    closedAt: integer('closed_at'),
  },
  (t) => [
    index('sign_batch_account').on(t.accountId, t.entId, t.openedAt),
    index('sign_batch_opened').on(t.openedAt),
  ],
);

/** One task of a batch: what was shown, the seals for its placements, and the outcome. */
export const signBatchItem = sqliteTable(
  'sign_batch_item',
  {
    batchId: text('batch_id').notNull(),
    taskId: text('task_id').notNull(),
    position: integer('position').notNull(),
    seen: text('seen', { mode: 'json' }).$type<SeenDocuments>().notNull(),
    fillings: text('fillings', { mode: 'json' }).$type<BatchTask['fillings']>().notNull(),
    state: text('state').$type<BatchState>().notNull().default('WAITING'),
    /** For an exception: the error's name and parameters. */
    problem: text('problem', { mode: 'json' }).$type<{ name: ErrorName; params: ErrorParams }>(),
  },
  (t) => [primaryKey({ columns: [t.batchId, t.taskId] })],
);

/** Hash chain of a task's events. Append-only. */
export const trail = sqliteTable(
  'trail',
  {
    taskId: text('task_id').notNull(),
    seq: integer('seq').notNull(),
    at: integer('at').notNull(),
    event: text('event').$type<TrailEvent>().notNull(),
    operator: text('operator').notNull(),
    agent: text('agent').notNull().default(''),
    remark: text('remark').notNull().default(''),
    evidence: text('evidence', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.seq] })],
);

/**
 * Number of tasks per owner, part and state, maintained by triggers on `participant` and `task`, so that lists need not
 * count.
 */
export const taskCount = sqliteTable(
  'task_count',
  {
    ownerKey: text('owner_key').notNull(),
    part: text('part').notNull(),
    accountId: text('account_id').notNull(),
    /** Task state; for ENDED the end reason. */
    state: text('state').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKey, t.part, t.accountId, t.state] })],
);

/**
 * Tasks per owner, initiator and month (UTC): initiated in it, and completed in it; maintained by triggers on `task`, so
 * that the home page counts no tasks.
 */
export const taskMonth = sqliteTable(
  'task_month',
  {
    ownerKey: text('owner_key').notNull(),
    initiatorId: text('initiator_id').notNull(),
    /** As 2026-11. */
    month: text('month').notNull(),
    sent: integer('sent').notNull().default(0),
    finished: integer('finished').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.ownerKey, t.month, t.initiatorId] })],
);

/**
 * Tasks in progress of each participating owner, by deadline; maintained by triggers on `participant` and `task`. Which
 * of them a member of the owner may see is decided by `participant`.
 */
export const runningTask = sqliteTable(
  'running_task',
  {
    ownerKey: text('owner_key').notNull(),
    taskId: text('task_id').notNull(),
    deadline: integer('deadline').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerKey, t.taskId] }),
    index('running_task_deadline').on(t.ownerKey, t.deadline),
  ],
);

/**
 * Rows of the search index `task_text` (FTS5, trigrams of the name and number of a task), and of `signer_text` (names of a
 * signer): triggers on `task` and `signer` keep both. The indexes hold no text themselves; drizzle does not know them.
 */
export const taskTextRow = sqliteTable(
  'task_text_row',
  { id: integer('id').primaryKey(), taskId: text('task_id').notNull() },
  (t) => [uniqueIndex('task_text_row_task').on(t.taskId)],
);

export const signerTextRow = sqliteTable(
  'signer_text_row',
  {
    id: integer('id').primaryKey(),
    signerId: text('signer_id').notNull(),
    taskId: text('task_id').notNull(),
  },
  (t) => [uniqueIndex('signer_text_row_signer').on(t.signerId)],
);
