import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { ITEM_MACHINE, judgeValue, mayReturn } from '#core/employee/newcomer.ts';
import type * as calls from '#core/employee/newcomer-calls.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { newcomerItem } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { tellNewcomer } from './newcomer-message.ts';
import { refuseWithheld } from './read-employee.ts';
import {
  changeNewcomer,
  newcomerUnchanged,
  readForChange,
  readItems,
  recordNewcomer,
  sealReason,
  sealValue,
} from './read-newcomer.ts';

/** Fills in fields that only HR sees. Rejects invalid values at their field and then writes nothing. */
export async function fillNewcomer(
  input: ParsedInputOf<typeof calls.fillNewcomer>,
  context: SignedInContext,
): Promise<null> {
  const { row } = await readForChange(context, input, 'fill');
  const items = await readItems(context, [row.id]);
  const problems: { path: string; problem: string }[] = [];
  const statements: Statement[] = [];
  const names: string[] = [];
  for (const [itemId, text] of Object.entries(input.values)) {
    const item = items.find(({ id }) => id === itemId);
    if (item?.shownTo !== 'HR' || item.type === 'IMAGE') throw new AppError('NEWCOMER_CHANGED');
    refuseWithheld(context, item.category);
    const { value, problem } = judgeValue(item, text, false);
    if (problem) {
      problems.push({ path: `values.${itemId}`, problem });
      continue;
    }
    const state = next(ITEM_MACHINE, item.state, value === '' ? 'clear' : 'fill');
    if (state === null) throw new AppError('NEWCOMER_CHANGED');
    names.push(item.name);
    statements.push(
      context.db
        .update(newcomerItem)
        .set({ state, valueSealed: await sealValue(context, itemId, value) })
        .where(eq(newcomerItem.id, itemId)),
    );
  }
  if (problems.length > 0) throw new InputRefused(problems);
  if (statements.length === 0) return null;
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      ...statements,
      changeNewcomer(context, row, {}),
      recordNewcomer(context, row, 'FILLED', names.join(' ')),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}

/** [4.11c] Approves materials, or marks them to be corrected with a reason that the newcomer reads. */
export async function reviewNewcomer(
  input: ParsedInputOf<typeof calls.reviewNewcomer>,
  context: SignedInContext,
): Promise<null> {
  const approves = input.verdict === 'APPROVED';
  if (!approves && input.reason === '')
    throw new InputRefused([{ path: 'reason', problem: 'newcomer:rule.reason' }]);
  const { row } = await readForChange(context, input, 'review');
  const all = await readItems(context, [row.id]);
  const items = all.filter(({ id }) => input.itemIds.includes(id));
  if (items.length < new Set(input.itemIds).size) throw new AppError('NOT_FOUND');
  refuseWithheld(context, ...items.map(({ category }) => category));
  const statements: Statement[] = [];
  for (const item of items) {
    const state = next(ITEM_MACHINE, item.state, approves ? 'approve' : 'correct');
    if (state === null || item.shownTo !== 'NEWCOMER') throw new AppError('NEWCOMER_CHANGED');
    statements.push(
      context.db
        .update(newcomerItem)
        .set({ state, reasonSealed: approves ? '' : await sealReason(context, item.id, input.reason) })
        .where(eq(newcomerItem.id, item.id)),
    );
  }
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      ...statements,
      changeNewcomer(context, row, {}),
      recordNewcomer(context, row, 'REVIEWED', `${input.verdict} ${items.map(({ name }) => name).join(' ')}`),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}

/** Returns the file to the newcomer, who can change only the marked items. Throws NEWCOMER_NOTHING_TO_CORRECT. */
export async function sendNewcomerBack(
  input: ParsedInputOf<typeof calls.sendNewcomerBack>,
  context: SignedInContext,
): Promise<null> {
  const { row, state } = await readForChange(context, input, 'sendBack');
  const items = await readItems(context, [row.id]);
  if (!mayReturn(items)) throw new AppError('NEWCOMER_NOTHING_TO_CORRECT');
  const names = items.flatMap((item) => (item.state === 'TO_CORRECT' ? [item.name] : []));
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      changeNewcomer(context, row, { state }),
      recordNewcomer(context, row, 'SENT_BACK', names.join(' ')),
      tellNewcomer(context, row.id, 'NEWCOMER_RETURNED'),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}
