import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { approvalActions } from '#core/approval/actions.ts';
import { currentStep, dueAt, waitingFor } from '#core/approval/approval.ts';
import type * as calls from '#core/approval/calls.ts';
import { changesBetween } from '#core/approval/contract.ts';
import type { countApprovals as countCall } from '#core/approval/count-calls.ts';
import { type ExternalFacts, isOfKey } from '#core/approval/external.ts';
import type { OutputOf, ParsedInputOf, Role } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import {
  approval,
  approvalPart,
  certificate,
  draft,
  member,
  type SubjectFacts,
  seal,
  template,
} from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import { mayAs, seesAll } from '#edge/identity/check-access.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf, withinIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { type ApprovalRecord, approvalOf } from './change-statements.ts';
import { openUseValues, type SealUseRow, unsafeReadSealUses } from './seal-uses.ts';

/** Reads an approval that the actor may see. Throws NOT_FOUND for any other. */
export async function readApproval(context: SignedInContext, approvalId: string): Promise<ApprovalRecord> {
  return seen(context, eq(approval.id, approvalId));
}

async function seen(context: SignedInContext, which: SQL | undefined): Promise<ApprovalRecord> {
  const { db, actor } = context;
  const [row] = await db
    .select({
      row: approval,
      part: sql<number>`exists (select 1 from ${approvalPart} where ${approvalPart.approvalId} = ${approval.id} and ${approvalPart.accountId} = ${actor.accountId})`,
    })
    .from(approval)
    .where(and(which, eq(approval.enterpriseId, actor.entId)));
  if (!row || !(row.part || row.row.applicantId === actor.accountId || seesAll(actor)))
    throw new AppError('NOT_FOUND');
  return row.row;
}

/** The running approval of a subject, without an access check: for changes of the subject, never for a call. */
export async function unsafeReadRunning(
  { db }: Context,
  subjectId: string,
): Promise<ApprovalRecord | undefined> {
  const [row] = await db
    .select()
    .from(approval)
    .where(and(eq(approval.subjectId, subjectId), eq(approval.state, 'REVIEWING')));
  return row;
}

type Input = ParsedInputOf<typeof calls.listApprovals>;

/** [2.18a] Approvals by the actor's part in them, newest first. */
export async function listApprovals(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listApprovals>> {
  const { db } = context;
  const where = and(
    boxWhere(input.box, context),
    containsIf(approval.title, input.keyword),
    isIf(approval.state, input.state),
    withinIf(approval.createdAt, input.from, input.to),
  );
  const { rows, page } = await readPage(
    db,
    input,
    db.select().from(approval).where(where).orderBy(desc(approval.createdAt), desc(approval.id)),
    db.select({ n: count() }).from(approval).where(where),
  );
  const names = await namesIn(context, rows);
  const more = await readBeside(context, rows);
  return { records: rows.map((row) => rowOf(row, context, names, more)), ...page };
}

const PART_OF = { toDecide: 'TO_DECIDE', toStamp: 'TO_STAMP', decided: 'DECIDED', copied: 'COPIED' } as const;

function boxWhere(box: Input['box'], { db, actor }: SignedInContext): SQL | undefined {
  if (box === 'submitted')
    return and(
      eq(approval.enterpriseId, actor.entId),
      eq(approval.applicantId, actor.accountId),
      isNull(approval.deletedAt),
    );
  return inArray(
    approval.id,
    db
      .select({ id: approvalPart.approvalId })
      .from(approvalPart)
      .where(
        and(
          eq(approvalPart.enterpriseId, actor.entId),
          eq(approvalPart.accountId, actor.accountId),
          eq(approvalPart.part, PART_OF[box]),
        ),
      ),
  );
}

export async function countApprovals(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof countCall>> {
  const { db } = context;
  const counted = (box: Input['box']) =>
    db
      .select({ n: count() })
      .from(approval)
      .where(and(boxWhere(box, context), eq(approval.state, 'REVIEWING')));
  const [toDecide, toStamp, submitted] = await db.batch([
    counted('toDecide'),
    db.select({ n: count() }).from(approval).where(boxWhere('toStamp', context)),
    counted('submitted'),
  ]);
  return {
    toDecide: toDecide[0]?.n ?? 0,
    toStamp: toStamp[0]?.n ?? 0,
    submitted: submitted[0]?.n ?? 0,
  };
}

/** Names of all people in these approvals. */
const namesIn = (context: Context, rows: readonly ApprovalRecord[], more: readonly string[] = []) =>
  namesOf(context, [
    ...more,
    ...rows.flatMap(({ steps }) =>
      steps.flatMap(({ approvers, copies }) => [...approvers.map((one) => one.accountId), ...copies]),
    ),
  ]);

/** Open drafts among the subjects, whose approval can be submitted again. */
async function openDrafts(
  { db, actor }: SignedInContext,
  rows: readonly ApprovalRecord[],
): Promise<Set<string>> {
  const threads = rows.filter(({ state }) => state !== 'REVIEWING').map(({ thread }) => thread);
  if (threads.length === 0) return new Set();
  const open = await db
    .select({ id: draft.id })
    .from(draft)
    .where(and(inArray(draft.id, threads), eq(draft.ownerKey, actor.ownerKey), isNull(draft.closedAt)));
  return new Set(open.map(({ id }) => id));
}

/** Data that list rows need beside their own columns. */
interface Beside {
  openDrafts: ReadonlySet<string>;
  /** Seal uses by id. */
  uses: ReadonlyMap<string, SealUseRow>;
  /** Approvals whose seals the actor may stamp. */
  toStamp: ReadonlySet<string>;
  /** Existing templates. */
  templates: ReadonlySet<string>;
}
async function readBeside(context: SignedInContext, rows: readonly ApprovalRecord[]): Promise<Beside> {
  const { db, actor } = context;
  const ofSeals = rows.filter(({ subject }) => subject === 'SEAL');
  const [open, templates, uses, parts] = await Promise.all([
    openDrafts(context, rows),
    standingTemplates(context, rows),
    ofSeals.length === 0
      ? []
      : unsafeReadSealUses(
          context,
          ofSeals.map(({ subjectId }) => subjectId),
        ),
    ofSeals.length === 0
      ? []
      : db
          .select({ id: approvalPart.approvalId })
          .from(approvalPart)
          .where(
            and(
              eq(approvalPart.accountId, actor.accountId),
              eq(approvalPart.part, 'TO_STAMP'),
              inArray(
                approvalPart.approvalId,
                ofSeals.map(({ id }) => id),
              ),
            ),
          ),
  ]);
  return {
    openDrafts: open,
    uses: new Map(uses.map((use) => [use.id, use])),
    toStamp: new Set(parts.map(({ id }) => id)),
    templates,
  };
}

async function standingTemplates(
  { db, actor }: SignedInContext,
  rows: readonly ApprovalRecord[],
): Promise<Set<string>> {
  const ids = rows.flatMap(({ facts }) => ('templateId' in facts ? [facts.templateId] : []));
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: template.id })
    .from(template)
    .where(and(inArray(template.id, ids), eq(template.ownerKey, actor.ownerKey)));
  return new Set(found.map(({ id }) => id));
}

function rowOf(
  row: ApprovalRecord,
  { actor }: SignedInContext,
  names: ReadonlyMap<string, string>,
  { openDrafts: open, uses, toStamp, templates }: Beside,
) {
  const view = approvalOf(row);
  const step = currentStep(view);
  const { facts } = row;
  const about = 'templateId' in facts ? facts : undefined;
  const stands = about !== undefined && templates.has(about.templateId);
  const actions = approvalActions(view, {
    accountId: actor.accountId,
    canAskAgain: about ? stands && mayAs(actor, CONSOLE) : open.has(row.thread),
    mayStamp: toStamp.has(row.id),
    mayWithdraw: mayTakeBack(actor, facts),
  });
  return {
    approvalId: row.id,
    subject: row.subject,
    planId: about || row.subject === 'EXTERNAL' ? '' : 'taskId' in facts ? facts.taskId : row.subjectId,
    template: about && stands ? { id: about.templateId, templateType: about.kind } : null,
    title: row.title,
    flowName: row.flows.map(({ name }) => name).join('、'),
    unread: row.flows.some(({ unread }) => unread),
    state: row.state,
    applicant: row.applicantName,
    amount: amountIn(facts),
    digest: row.digest,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
    step: step?.name ?? '',
    waitingFor: waitingFor(view).map((one) => names.get(one) ?? ''),
    stuck: row.stuck,
    dueAt: (step && dueAt(step)) ?? null,
    actions,
    draftId: !about && actions.includes('resubmit') ? row.thread : '',
    sealUse: uses.get(row.subjectId)?.state ?? null,
  };
}

/** What an API key asked is taken back, in its applicant's name, only by who could still act with a key. */
export const mayTakeBack = (actor: SignedInContext['actor'], facts: SubjectFacts): boolean =>
  !('businessId' in facts && isOfKey(facts)) || mayAs(actor, CONSOLE);

function amountIn(facts: SubjectFacts): number | null {
  if ('businessId' in facts) return facts.judged?.amount ?? null;
  return 'taskName' in facts ? (facts.amount ?? null) : null;
}

/** All details of an approval. Throws NOT_FOUND. */
export async function getApproval(
  input: ParsedInputOf<typeof calls.getApproval>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getApproval>> {
  const { db, actor } = context;
  const { approvalId, planId: taskId } = input;
  if (!approvalId && !taskId) throw new AppError('NOT_FOUND');
  const row = await seen(
    context,
    and(
      approvalId ? eq(approval.id, approvalId) : undefined,
      taskId ? eq(approval.subjectId, taskId) : undefined,
    ),
  );
  const [before] = row.beforeId
    ? await db.select({ facts: approval.facts }).from(approval).where(eq(approval.id, row.beforeId))
    : [];
  const more = await readBeside(context, [row]);
  const use = more.uses.get(row.subjectId);
  const [names, roles, seals] = await Promise.all([
    namesIn(context, [row], use ? [use.stampedBy] : []),
    rolesIn(context, row),
    use ? onUkeys(context, use) : false,
  ]);
  return {
    ...rowOf(row, context, names, more),
    seals: use
      ? {
          useId: use.id,
          reason: use.reason,
          byHolder: use.byHolder,
          signerId: use.signerId,
          names: use.seals.map(({ name }) => name),
          fillings: use.fillings,
          values: [
            // A field that occurs in several places is listed once.
            ...new Map(
              (await openUseValues(context, use)).map(({ name, value }) => [
                `${name}\n${value}`,
                { name, value },
              ]),
            ).values(),
          ],
          stampedBy: names.get(use.stampedBy) ?? '',
          onUkey: seals,
        }
      : null,
    steps: row.steps.map((step) => ({
      key: step.key,
      name: step.name,
      mode: step.mode,
      state: step.state,
      late: step.late,
      dueAt: dueAt(step) ?? null,
      approvers: step.approvers.map((one) => ({
        accountId: one.accountId,
        name: names.get(one.accountId) ?? '',
        roles: roles.get(one.accountId) ?? [],
        decision: one.decision ?? null,
        at: one.at ?? null,
        words: one.words ?? '',
        mine: one.accountId === actor.accountId,
      })),
      copies: step.copies.map((one) => names.get(one) ?? ''),
    })),
    beforeId: row.beforeId,
    external: 'businessId' in row.facts ? externalView(row.facts) : null,
    changes: before ? contractChanges(before.facts, row.facts) : [],
  };
}

const externalView = ({ businessId, system, details, documents, judged }: ExternalFacts) => ({
  businessId,
  system,
  businessType: judged?.businessType ?? ('' as const),
  outdated: judged === undefined,
  details: [...details],
  documents: [...documents],
});

/** Whether the key of one of the seals is in a UKey, so that stamping needs that device. */
async function onUkeys({ db }: Context, use: SealUseRow): Promise<boolean> {
  const [found] = await db
    .select({ id: seal.id })
    .from(seal)
    .innerJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(
      and(
        inArray(
          seal.id,
          use.seals.map(({ sealId }) => sealId),
        ),
        isNull(certificate.keyId),
      ),
    )
    .limit(1);
  return found !== undefined;
}

const contractChanges = (before: SubjectFacts, now: SubjectFacts) =>
  'taskName' in before && 'taskName' in now ? changesBetween(before, now) : [];

/** Roles of the approvers in the enterprise, by account. */
export async function rolesIn({ db }: Context, row: ApprovalRecord): Promise<Map<string, Role[]>> {
  const accounts = row.steps.flatMap(({ approvers }) => approvers.map(({ accountId }) => accountId));
  const rows = await db
    .select({ accountId: member.accountId, roles: member.roles })
    .from(member)
    .where(and(eq(member.enterpriseId, row.enterpriseId), inArray(member.accountId, ['', ...accounts])));
  return new Map(rows.map(({ accountId, roles }) => [accountId, roles]));
}
