import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  type BatchSetup,
  batchColumns,
  checkBatchProofs,
  checkRows,
  planOfRow,
  type RowProblem,
  rowAccount,
  rowLabel,
} from '#core/batch/batch.ts';
import type { sendBatch as call } from '#core/batch/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { checkPlan } from '#core/task/check-plan.ts';
import { planFromWire, planPathToWire } from '#core/task/plan-wire.ts';
import { account, batch, batchRow, draft } from '#db/schema/index.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { limitsInForce, proofsOff } from '#edge/config/settings.ts';
import { refuseWithoutCredits } from '#edge/credit/balance.ts';
import { askedWith } from '#edge/identity/act-as.ts';
import { loginIndexOf } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { forgetDraftEffect } from '#edge/sync/effects.ts';
import { resolveParties } from '#edge/task/parties.ts';
import { otherTypes, readFiles } from '#edge/task/plan-reads.ts';
import { sendRowsEffect } from './effects.ts';
import { refuseShared } from './refuse-shared.ts';
import { readContents, sealCells, sealSetup } from './setup.ts';

type Input = ParsedInputOf<typeof call>;
const ROWS_A_STATEMENT = 100;

/**
 * Accepts a plan with the rows to send it to. Validates everything first, like the wizard, and stores nothing if
 * anything is invalid; an effect sends the rows afterwards. Throws INPUT_INVALID with `rows.{index}.{column}`,
 * COPIES_TOO_FEW, DRAFT_ALREADY_SENT, and the errors of sending a single task.
 */
export async function sendBatch(
  input: Input,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const plan = planFromWire(input.plan);
  const setup: BatchSetup = {
    plan,
    varying: input.varying,
    casts: input.casts,
    registeredOnly: input.registeredOnly,
    documentsRequired: input.documentsRequired,
  };
  await refuseWrong(input, setup, context);
  await checkBusinessType(context, plan.businessType);
  await refuseShared(setup, input.rows[0]!, context);
  const credits = await refuseWithoutCredits(context, actor.entId);
  if (credits < input.rows.length)
    throw new AppError('COPIES_TOO_FEW', { wanted: input.rows.length, left: credits });

  const batchId = plan.draftId;
  const rows = await waitingRows(input, setup, context);
  const answer = { batchId };
  const statements: Statement[] = [
    db.insert(batch).values({
      id: batchId,
      ownerKey: actor.ownerKey,
      creatorId: actor.accountId,
      creatorName: actor.name,
      taskName: plan.taskName,
      businessType: plan.businessType,
      setupSealed: await sealSetup(context, batchId, setup),
      origin: context.env.PUBLIC_URL || request.url,
      language: context.language,
      rowNum: rows.length,
      createdAt: now,
    }),
    ...slices(rows).map((some) => db.insert(batchRow).values(some)),
    db
      .insert(draft)
      .values({
        id: batchId,
        ownerKey: actor.ownerKey,
        creatorId: actor.accountId,
        creatorName: actor.name,
        taskName: plan.taskName,
        savedAt: now,
        closedAt: now,
      })
      .onConflictDoUpdate({ target: draft.id, set: { closedAt: now } }),
    enqueue(context, `batch:${batchId}`, sendRowsEffect, { batchId }),
    enqueue(context, `draft:${batchId}`, forgetDraftEffect, { draftId: batchId }),
    ...context.remember(answer),
  ];
  try {
    await commit(
      context,
      [
        sql`select 1 where not exists (select 1 from ${draft} where ${draft.id} = ${batchId} and (${draft.ownerKey} <> ${actor.ownerKey} or ${draft.closedAt} is not null))`,
      ],
      statements,
    );
  } catch (error) {
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('DRAFT_ALREADY_SENT');
    throw error;
  }
  return answer;
}

/** The rows as they wait, with who asks for them: they go out with the rights that this person, or what they asked with, then has. */
const waitingRows = ({ rows }: Input, setup: BatchSetup, context: SignedInContext) =>
  Promise.all(
    rows.map(async ({ rowKey, cells }, position) => ({
      id: rowKey,
      batchId: setup.plan.draftId,
      position,
      state: 'WAITING' as const,
      parties: rowLabel(setup, cells),
      cellsSealed: await sealCells(context, rowKey, cells),
      askedBy: context.actor.accountId,
      askedWith: askedWith(context.actor),
    })),
  );

const slices = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_A_STATEMENT) }, (_, i) =>
    rows.slice(i * ROWS_A_STATEMENT, (i + 1) * ROWS_A_STATEMENT),
  );

/** Throws INPUT_INVALID with all problems of the plan, or of the rows. */
async function refuseWrong(input: Input, setup: BatchSetup, context: SignedInContext): Promise<void> {
  const { plan, varying } = setup;
  const limits = await limitsInForce(context);
  const { rows } = input;
  const files = await readFiles(plan, context);
  const facts = new Map(plan.documents.map((d) => [d.documentId, { pages: files.get(d.fileKey)!.pages }]));
  if (rows.length === 0) throw new InputRefused([{ path: 'rows', problem: 'batchRowsMissing' }]);
  if (rows.length > limits.rowsPerImport)
    throw new AppError('SHEET_TOO_MANY_ROWS', { max: limits.rowsPerImport });
  if (new Set(rows.map(({ rowKey }) => rowKey)).size < rows.length)
    throw new InputRefused([{ path: 'rows', problem: 'repeated' }]);
  if (varying.some((key) => !plan.signers.some(({ signerId }) => signerId === key)))
    throw new InputRefused([{ path: 'varying', problem: 'batchPartyMissing' }]);
  const columns = batchColumns(setup, await readContents(context, plan));
  const problems = checkRows(setup, columns, rows);
  if (problems.every((some) => some.length === 0)) await addUnknown(setup, rows, problems, context);
  const wrong = problems.flatMap((some, i) =>
    some.map(({ column, problem }) => ({ path: `rows.${i}.${column}`, problem })),
  );
  if (wrong.length > 0) throw new InputRefused(wrong);
  // Everything that the rows share is checked with the first of them.
  const first = planOfRow(setup, rows[0]!);
  const ofTask = [
    ...otherTypes(plan, files),
    ...checkBatchProofs(setup),
    ...checkPlan(first, { now: context.now, facts, limits, proofsOff: await proofsOff(context) }),
  ];
  if (ofTask.length > 0)
    throw new InputRefused(
      ofTask.map(({ path, problem }) => ({ path: `plan.${planPathToWire(path)}`, problem })),
    );
}

/**
 * Adds problems that only the server can detect: parties that are not registered although all must be ([8.16i,j]), an
 * account that does not exist or has another mobile number, and an unregistered person in several rows ([5.11j]).
 */
async function addUnknown(
  setup: BatchSetup,
  rows: Input['rows'],
  problems: RowProblem[][],
  context: SignedInContext,
): Promise<void> {
  const seen = new Set<string>();
  for (const signerId of setup.varying) {
    const named = rows.map((row) => planOfRow(setup, row).signers.find((one) => one.signerId === signerId)!);
    const found = await resolveParties(context, named);
    const accounts = await accountsByLogin(
      rows.map(({ cells }) => rowAccount(cells, signerId)),
      context,
    );
    found.forEach((party, i) => {
      const isEnterprise = named[i]!.type === 'ENTERPRISE';
      const add = (part: string, problem: RowProblem['problem']) =>
        problems[i]!.push({ column: `p.${signerId}.${part}`, problem });
      const login = rowAccount(rows[i]!.cells, signerId);
      if (login !== '' && (!party.accountId || accounts.get(login) !== party.accountId))
        add('account', 'accountNotFound');
      else if (setup.registeredOnly) {
        if (isEnterprise && !party.ownerKey) add('entName', 'enterpriseNotFound');
        if (!party.accountId) add('mobile', 'userNotFound');
      } else if (!party.accountId) {
        const key = `${party.ownerKey || party.entKey}|${party.mobileIndex}`;
        if (seen.has(key)) add('mobile', 'unregisteredRepeated');
        seen.add(key);
      }
    });
  }
}

/** Account ids by login name, of the accounts that exist. */
async function accountsByLogin(
  named: readonly string[],
  { db, keys }: SignedInContext,
): Promise<Map<string, string>> {
  const logins = [...new Set(named)].filter(Boolean);
  if (logins.length === 0) return new Map();
  const indexes = await Promise.all(logins.map((login) => loginIndexOf(keys, login)));
  const found = await db
    .select({ id: account.id, loginIndex: account.loginIndex, plainLogin: account.plainLogin })
    .from(account)
    .where(
      or(
        inArray(account.loginIndex, indexes),
        and(isNull(account.loginIndex), inArray(account.plainLogin, logins)),
      ),
    );
  return new Map(
    logins.flatMap((login, i) => {
      const one = found.find(
        ({ loginIndex, plainLogin }) => loginIndex === indexes[i] || (!loginIndex && plainLogin === login),
      );
      return one ? [[login, one.id]] : [];
    }),
  );
}
