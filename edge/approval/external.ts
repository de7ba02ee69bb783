import { and, desc, eq } from 'drizzle-orm';
import type { ApprovalStep } from '#core/approval/approval.ts';
import { voidIfChanged, withdraw } from '#core/approval/approval.ts';
import { digestOfExternal, type ExternalFacts } from '#core/approval/external.ts';
import type * as calls from '#core/approval/external-calls.ts';
import { EXTERNAL_DAYS } from '#core/approval/external-calls.ts';
import { toBase64Url } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { approval, externalRequest } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { findMembership } from '#edge/company/read-company.ts';
import { administersAll } from '#edge/identity/check-access.ts';
import { findAccount } from '#edge/identity/find-account.ts';
import { keyReaches } from '#edge/identity/key-types.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { appendTrail, readTrail } from '#edge/trail/trail-of.ts';
import { change, type Kinds, operatorOf } from './act.ts';
import { beginApproval } from './begin-approval.ts';
import { type ApprovalRecord, approvalOf, changeStatements } from './change-statements.ts';
import { endLine } from './decision-lines.ts';
import { askedLine, type ExternalRequest, endStatements } from './external-subject.ts';
import { type PlannedApproval, planApproval } from './plan-approval.ts';
import { rolesIn } from './read-approval.ts';
import { accepted } from './subject.ts';

const DAY = 86_400_000;

type Asked = ParsedInputOf<typeof calls.getAuthUrl>;
type Answer = OutputOf<typeof calls.getAuthUrl>;
interface Found {
  row: ApprovalRecord;
  request: ExternalRequest;
}

/**
 * [7.13] Asks approval for business of another system. The same business with the same content is the same approval,
 * which gets a new link; with different content the former approval is void, even if passed, and a new one begins.
 * Throws APPROVAL_NO_APPROVER, APPROVAL_FLOW_NOT_FOUND, APPROVAL_NOT_A_COLLEAGUE, APPROVAL_END_TIME, NOT_FOUND for a
 * business type beyond the key's.
 */
export const getAuthUrl = (input: Asked, context: SignedInContext, request: Request): Promise<Answer> =>
  withRetry(async () => {
    const { actor, now } = context;
    if (!keyReaches(actor, input.businessType)) throw new AppError('NOT_FOUND');
    const endsAt = input.endTime ?? now + EXTERNAL_DAYS.usual * DAY;
    if (endsAt <= now || endsAt > now + EXTERNAL_DAYS.most * DAY)
      throw new AppError('APPROVAL_END_TIME', { days: EXTERNAL_DAYS.most }, 'endTime');
    const facts: ExternalFacts = {
      subject: 'EXTERNAL',
      businessId: input.businessId,
      businessName: input.businessName,
      system: actor.key?.name ?? actor.name,
      details: input.details,
      documents: input.documents,
    };
    const digest = await digestOfExternal(facts);
    const before = await latest(context, input.businessId);
    const code = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    const codeHash = await hashToken(code);
    const authUrl = new URL(`/contract/openApproval?code=${code}`, context.env.PUBLIC_URL || request.url)
      .href;
    if (before?.row.digest === digest && before.row.state === 'APPROVED') return answerOf(before, '');
    if (before?.row.digest === digest && before.request.running) {
      await commit(
        context,
        changeStatements(context, before.row, { approval: approvalOf(before.row), news: [] }, '').guards,
        [
          context.db
            .update(externalRequest)
            .set({ codeHash, openedBy: '', openedAt: null })
            .where(eq(externalRequest.id, before.request.id)),
        ],
      );
      return answerOf(before, authUrl);
    }
    return ask(context, { input, facts, digest, codeHash, endsAt, before, authUrl });
  });

const answerOf = ({ row, request }: Found, authUrl: string): Answer => ({
  approvalId: row.id,
  state: row.state,
  authUrl,
  endTime: request.endsAt,
});

/** The last approval that was asked for this business. */
async function latest({ db, actor }: SignedInContext, businessId: string): Promise<Found | undefined> {
  const [found] = await db
    .select({ row: approval, request: externalRequest })
    .from(externalRequest)
    .innerJoin(approval, and(eq(approval.subject, 'EXTERNAL'), eq(approval.subjectId, externalRequest.id)))
    .where(and(eq(externalRequest.enterpriseId, actor.entId), eq(externalRequest.businessId, businessId)))
    .orderBy(desc(externalRequest.createdAt), desc(externalRequest.id))
    .limit(1);
  return found;
}

interface NewRequest {
  input: Asked;
  facts: ExternalFacts;
  digest: string;
  codeHash: string;
  endsAt: number;
  before: Found | undefined;
  authUrl: string;
}

async function ask(
  context: SignedInContext,
  { input, facts, digest, codeHash, endsAt, before, authUrl }: NewRequest,
): Promise<Answer> {
  const { actor, db, now } = context;
  const { businessId, businessName, businessType, amount } = input;
  const planned = await planApproval(context, {
    subject: 'EXTERNAL',
    facts: { businessType, ...(amount === undefined ? {} : { amounts: [{ field: '', fen: amount }] }) },
    chosen: [input.processId],
    otherwise: () => [],
  });
  const named = await namedStep(context, input);
  const steps = [...planned.steps, ...named];
  if (steps.length === 0) throw new AppError('APPROVAL_NO_APPROVER', { node: businessName }, 'approvers');
  const whole: PlannedApproval = { ...planned, steps };
  const requestId = context.newId();
  const begun = await beginApproval(
    context,
    {
      subject: 'EXTERNAL',
      subjectId: requestId,
      title: businessName,
      facts,
      digest,
      thread: `external:${actor.entId}:${businessId}`,
    },
    whole,
  );
  const over =
    before && ['REVIEWING', 'APPROVED'].includes(before.row.state)
      ? await voidBefore(context, before, digest)
      : null;
  const lines = await appendTrail(context, begun.id, [askedLine(facts, digest, actor)]);
  try {
    await commit(
      context,
      [planned.guard, lines.guard, ...(over?.guards ?? [])],
      [
        ...(over?.statements ?? []),
        db.insert(externalRequest).values({
          id: requestId,
          enterpriseId: actor.entId,
          businessId,
          businessType,
          digest,
          codeHash,
          endsAt,
          createdAt: now,
        }),
        ...begun.statements,
        ...lines.statements,
      ],
    );
  } catch (error) {
    // Asked twice at the same time: the second finds what the first asked.
    if (isUniqueError(error)) throw new GuardFailed();
    throw error;
  }
  return { approvalId: begun.id, state: begun.approval.state, authUrl, endTime: endsAt };
}

/** Voids the approval of the former content. */
async function voidBefore(context: SignedInContext, { row, request }: Found, digest: string) {
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

/** The step of the approvers whom the other system names; none without them. Throws APPROVAL_NOT_A_COLLEAGUE. */
async function namedStep(context: SignedInContext, { approvers, mode }: Asked): Promise<ApprovalStep[]> {
  if (approvers.length === 0) return [];
  const { actor } = context;
  const accounts = await Promise.all(
    approvers.map(async (who, i) => {
      const found = await findAccount(context, who);
      if (!found || !(await findMembership(context, actor.entId, found.id)))
        throw new AppError('APPROVAL_NOT_A_COLLEAGUE', {}, `approvers.${i}`);
      return found.id;
    }),
  );
  const others = [...new Set(accounts)].filter((one) => one !== actor.accountId);
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

/** Reads an external approval within reach: of the person who asked, an administrator, or a key. Throws NOT_FOUND. */
async function readExternal(context: SignedInContext, approvalId: string): Promise<Found> {
  const { db, actor } = context;
  const [found] = await db
    .select({ row: approval, request: externalRequest })
    .from(approval)
    .innerJoin(externalRequest, eq(externalRequest.id, approval.subjectId))
    .where(
      and(
        eq(approval.id, approvalId),
        eq(approval.enterpriseId, actor.entId),
        eq(approval.subject, 'EXTERNAL'),
      ),
    );
  const reaches =
    found &&
    keyReaches(actor, found.request.businessType) &&
    (actor.key || found.row.applicantId === actor.accountId || administersAll(actor));
  if (!reaches) throw new AppError('NOT_FOUND');
  return found;
}

export const cancelAuth =
  (kinds: Kinds) =>
  (
    { approvalId }: ParsedInputOf<typeof calls.cancelAuth>,
    context: SignedInContext,
  ): Promise<OutputOf<typeof calls.cancelAuth>> =>
    withRetry(async () => {
      const { row } = await readExternal(context, approvalId);
      if (!context.actor.key && row.applicantId !== context.actor.accountId)
        throw new AppError('NO_PERMISSION');
      const after = await change(
        kinds,
        context,
        row,
        // A key may have another holder by now: the enterprise's system takes back what it asked.
        (one) => withdraw(one, row.applicantId),
        operatorOf(context),
        ({ state }) => context.remember({ state }),
      );
      return { state: after.state };
    });

export async function getAuthResult(
  { approvalId }: ParsedInputOf<typeof calls.getAuthResult>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getAuthResult>> {
  const { row, request } = await readExternal(context, approvalId);
  const [trail, names, roles] = await Promise.all([
    readTrail(context, row.id),
    namesOf(
      context,
      row.steps.flatMap(({ approvers }) => approvers.map(({ accountId }) => accountId)),
    ),
    rolesIn(context, row),
  ]);
  return {
    approvalId,
    businessId: request.businessId,
    state: row.state,
    digest: row.digest,
    createTime: row.createdAt,
    endTime: request.endsAt,
    steps: row.steps.map(({ name, mode, state, approvers }) => ({
      name,
      mode,
      state,
      approvers: approvers.map((one) => ({
        name: names.get(one.accountId) ?? '',
        roles: roles.get(one.accountId) ?? [],
        decision: one.decision ?? null,
        time: one.at ?? null,
        words: one.words ?? '',
      })),
    })),
    trail,
  };
}
