import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { ApprovalStep } from '#core/approval/approval.ts';
import { voidIfChanged } from '#core/approval/approval.ts';
import { digestOfExternal, type ExternalFacts } from '#core/approval/external.ts';
import type * as calls from '#core/approval/external-calls.ts';
import { EXTERNAL_DAYS } from '#core/approval/external-calls.ts';
import type { ApprovalState } from '#core/approval/states.ts';
import { toBase64Url } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { approval, externalRequest } from '#db/schema/index.ts';
import { findMembership } from '#edge/company/read-company.ts';
import { findAccount } from '#edge/identity/find-account.ts';
import { keyReaches } from '#edge/identity/key-types.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { appendTrail } from '#edge/trail/trail-of.ts';
import { beginApproval } from './begin-approval.ts';
import { type ApprovalRecord, approvalOf, changeStatements } from './change-statements.ts';
import { endLine } from './decision-lines.ts';
import {
  callerOf,
  type ExternalRequest,
  endStatements,
  externalFacts,
  requestLine,
} from './external-subject.ts';
import { type ResolvedApproval, resolveApproval } from './resolve-approval.ts';
import { accepted } from './subject.ts';

type AuthUrlInput = ParsedInputOf<typeof calls.getAuthUrl>;
type Answer = OutputOf<typeof calls.getAuthUrl>;
interface ExternalApproval {
  row: ApprovalRecord;
  request: ExternalRequest;
}

/**
 * [7.13] Asks approval for business of another system. A number belongs to who asked it first. The same content is the
 * same approval; with other content one that is under review becomes void and another begins, and one that was approved
 * stays as it is. Throws APPROVAL_BUSINESS_TAKEN for a number of another caller, APPROVAL_BUSINESS_APPROVED for other
 * content than was approved, APPROVAL_NO_APPROVER, APPROVAL_FLOW_NOT_FOUND, APPROVAL_NOT_A_COLLEAGUE, APPROVAL_END_TIME,
 * NOT_FOUND for a business type beyond the key's.
 */
export const getAuthUrl = (
  input: AuthUrlInput,
  context: SignedInContext,
  request: Request,
): Promise<Answer> =>
  withRetry(async () => {
    const { actor, now } = context;
    if (!keyReaches(actor, input.businessType)) throw new AppError('NOT_FOUND');
    const endsAt = input.endTime ?? now + EXTERNAL_DAYS.usual * DAY_MS;
    if (endsAt <= now || endsAt > now + EXTERNAL_DAYS.most * DAY_MS)
      throw new AppError('APPROVAL_END_TIME', { days: EXTERNAL_DAYS.most }, 'endTime');
    const before = await latest(context, input.businessId);
    if (before && ownerOf(before) !== undefined && ownerOf(before) !== callerOf(actor))
      throw new AppError('APPROVAL_BUSINESS_TAKEN', {}, 'businessId');
    const named = await accountsOf(context, input);
    const facts = factsOf(input, context, named);
    const digest = await digestOfExternal(facts);
    if (before?.row.digest === digest && LIVING.includes(before.row.state))
      return input.newLink && before.row.state === 'REVIEWING'
        ? linkAnew(context, before, request)
        : answerOf(before, '');
    if (before && ownerOf(before) !== undefined && before.row.state === 'APPROVED')
      throw new AppError('APPROVAL_BUSINESS_APPROVED', {}, 'businessId');
    return ask(context, {
      input,
      facts,
      digest,
      named,
      endsAt,
      before,
      link: await drawLink(context, request),
    });
  });

/** States in which a repeated request is answered by what there is. */
const LIVING: readonly ApprovalState[] = ['REVIEWING', 'APPROVED'];
/** States by which the caller gave the number up. */
const CANCELLED: readonly ApprovalState[] = ['WITHDRAWN', 'VOIDED'];

/**
 * To whom the number belongs; undefined: to nobody, because they took their request back, or because it was asked before
 * callers were recorded.
 */
const ownerOf = ({ row }: ExternalApproval): string | undefined =>
  CANCELLED.includes(row.state) ? undefined : externalFacts(row.facts).judged?.caller;

const threadOf = (entId: string, businessId: string) => `external:${entId}:${businessId}`;

const inOrder = [desc(approval.createdAt), desc(approval.id)];

/** The last approval that was asked for this business. */
async function latest(
  { db, actor }: SignedInContext,
  businessId: string,
): Promise<ExternalApproval | undefined> {
  const [found] = await db
    .select({ row: approval, request: externalRequest })
    .from(approval)
    .innerJoin(externalRequest, eq(externalRequest.id, approval.subjectId))
    .where(
      and(eq(approval.thread, threadOf(actor.entId, businessId)), eq(approval.enterpriseId, actor.entId)),
    )
    .orderBy(...inOrder)
    .limit(1);
  return found;
}

/** Guard: nobody asked for this number in the meantime. */
const stillLatest = (
  { actor }: SignedInContext,
  businessId: string,
  before: ExternalApproval | undefined,
): SQL =>
  sql`select 1 where coalesce((select ${approval.id} from ${approval} where ${approval.thread} = ${threadOf(actor.entId, businessId)} and ${approval.enterpriseId} = ${actor.entId} order by ${approval.createdAt} desc, ${approval.id} desc limit 1), '') = ${before?.row.id ?? ''}`;

const answerOf = ({ row, request }: ExternalApproval, authUrl: string): Answer => ({
  approvalId: row.id,
  state: row.state,
  authUrl,
  endTime: request.endsAt,
});

/** A one-time link, and the hash under which it is stored. */
async function drawLink({ env }: SignedInContext, request: Request) {
  const code = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  return {
    codeHash: await hashToken(code),
    authUrl: new URL(`/contract/openApproval?code=${code}`, env.PUBLIC_URL || request.url).href,
  };
}

/** Another link in place of the one that is out there, because the system asks for it. */
async function linkAnew(
  context: SignedInContext,
  before: ExternalApproval,
  request: Request,
): Promise<Answer> {
  const { codeHash, authUrl } = await drawLink(context, request);
  const { guards } = changeStatements(
    context,
    before.row,
    { approval: approvalOf(before.row), news: [] },
    '',
  );
  await commit(context, guards, [
    context.db
      .update(externalRequest)
      .set({ codeHash, openedBy: '', openedAt: null })
      .where(eq(externalRequest.id, before.request.id)),
  ]);
  return answerOf(before, authUrl);
}

/**
 * Accounts of the people whom the system names; '' for one who has none, so that a name without an account is refused at
 * the same place as one outside of the enterprise.
 */
const accountsOf = (context: SignedInContext, { approvers }: AuthUrlInput): Promise<string[]> =>
  Promise.all(approvers.map(async (who) => (await findAccount(context, who))?.id ?? ''));

function factsOf(input: AuthUrlInput, { actor }: SignedInContext, named: readonly string[]): ExternalFacts {
  return {
    subject: 'EXTERNAL',
    businessId: input.businessId,
    businessName: input.businessName,
    system: actor.key?.name ?? actor.name,
    details: input.details,
    documents: input.documents,
    judged: {
      caller: callerOf(actor),
      businessType: input.businessType,
      amount: input.amount ?? null,
      processId: input.processId,
      approvers: [...new Set(named)],
      mode: input.mode,
    },
  };
}

interface NewRequest {
  input: AuthUrlInput;
  facts: ExternalFacts;
  digest: string;
  named: readonly string[];
  endsAt: number;
  before: ExternalApproval | undefined;
  link: { codeHash: string; authUrl: string };
}

async function ask(context: SignedInContext, request: NewRequest): Promise<Answer> {
  const { input, facts, digest, endsAt, before, link } = request;
  const { actor, db, now } = context;
  const { businessId, businessName, businessType } = input;
  const steps = await resolveSteps(context, request);
  const requestId = context.newId();
  const submission = await beginApproval(
    context,
    {
      subject: 'EXTERNAL',
      subjectId: requestId,
      title: businessName,
      facts,
      digest,
      thread: threadOf(actor.entId, businessId),
    },
    steps,
  );
  const over = before?.row.state === 'REVIEWING' ? await voidBefore(context, before, digest) : null;
  const lines = await appendTrail(context, submission.id, [requestLine(facts, digest, actor)]);
  try {
    await commit(
      context,
      [steps.guard, lines.guard, stillLatest(context, businessId, before), ...(over?.guards ?? [])],
      [
        ...(over?.statements ?? []),
        db.insert(externalRequest).values({
          id: requestId,
          enterpriseId: actor.entId,
          businessId,
          businessType,
          digest,
          codeHash: link.codeHash,
          endsAt,
          createdAt: now,
        }),
        ...submission.statements,
        ...lines.statements,
      ],
    );
  } catch (error) {
    // Asked twice at the same time: the second finds what the first asked.
    if (isUniqueError(error)) throw new GuardFailed();
    throw error;
  }
  return {
    approvalId: submission.id,
    state: submission.approval.state,
    authUrl: link.authUrl,
    endTime: endsAt,
  };
}

/** The steps of all flows that apply, then those whom the system names. Throws APPROVAL_NO_APPROVER without any. */
async function resolveSteps(
  context: SignedInContext,
  { input, named }: NewRequest,
): Promise<ResolvedApproval> {
  const { businessName, businessType, amount } = input;
  const planned = await resolveApproval(context, {
    subject: 'EXTERNAL',
    facts: { businessType, ...(amount === undefined ? {} : { amounts: [{ field: '', fen: amount }] }) },
    chosen: [input.processId],
    otherwise: () => [],
  });
  const steps = [...planned.steps, ...(await namedStep(context, input, named))];
  if (steps.length === 0) throw new AppError('APPROVAL_NO_APPROVER', { node: businessName }, 'approvers');
  return { ...planned, steps };
}

/** Voids the approval of the former content, which is under review. */
async function voidBefore(context: SignedInContext, { row, request }: ExternalApproval, digest: string) {
  const outcome = accepted(voidIfChanged(approvalOf(row), digest));
  const changed = changeStatements(context, row, outcome, context.actor.name);
  const lines = await appendTrail(context, row.id, endLine(row, changed, context.actor));
  return {
    guards: [...changed.guards, lines.guard],
    statements: [
      ...changed.statements,
      ...lines.statements,
      ...endStatements(context, row, request, changed),
    ],
  };
}

/** The step of the people whom the other system names; none without them. Throws APPROVAL_NOT_A_COLLEAGUE. */
async function namedStep(
  context: SignedInContext,
  { mode }: AuthUrlInput,
  named: readonly string[],
): Promise<ApprovalStep[]> {
  if (named.length === 0) return [];
  const { actor } = context;
  await Promise.all(
    named.map(async (accountId, i) => {
      if (!accountId || !(await findMembership(context, actor.entId, accountId)))
        throw new AppError('APPROVAL_NOT_A_COLLEAGUE', {}, `approvers.${i}`);
    }),
  );
  const others = [...new Set(named)].filter((one) => one !== actor.accountId);
  if (others.length === 0) throw new AppError('APPROVAL_OWN', {}, 'approvers');
  return [
    {
      key: 'named',
      // Shown as the node of the flow; the system names people, not a purpose.
      name: actor.key?.name ?? actor.name,
      mode,
      state: 'NOT_STARTED',
      approvers: others.map((accountId) => ({ accountId })),
      copies: [],
      ownAllowed: false,
      late: 'REMIND',
    },
  ];
}
