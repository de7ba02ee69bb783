import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import { ownedFile } from '#db/schema/index.ts';
import { readFlows } from '#edge/approval/resolve-approval.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { refuseWithoutCopies } from '#edge/copies/balance.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { mayName } from '#edge/template-use/named-files.ts';
import { type ResolvedParty, resolveParties } from './parties.ts';

/** What a plan needs to know of its sender and its files, whoever its signers are. */
export interface PlanReads {
  files: (plan: Plan) => ReturnType<typeof readFiles>;
  businessType: () => Promise<void>;
  copies: () => Promise<number>;
  copyParties: () => Promise<ResolvedParty[]>;
  flows: () => ReturnType<typeof readFlows>;
}

/** The reads of one plan. */
export const readsOf = (plan: Plan, context: SignedInContext): PlanReads => ({
  files: (one) => readFiles(one, context),
  businessType: () => checkBusinessType(context, plan.businessType),
  copies: () => refuseWithoutCopies(context, context.actor.entId),
  copyParties: () => resolveParties(context, plan.copies),
  flows: () => readFlows(context, context.actor.entId),
});

/** The reads of plans that differ in nothing but their signers, values and files: each is made once for all of them. */
export function sharedReads(plan: Plan, context: SignedInContext): PlanReads {
  const reads = readsOf(plan, context);
  const files = new Map<string, ReturnType<typeof readFiles>>();
  return {
    files: (one) => {
      const keys = [...one.documents, ...one.attachments].map(({ fileKey }) => fileKey).join();
      const found = files.get(keys) ?? reads.files(one);
      files.set(keys, found);
      return found;
    },
    businessType: once(reads.businessType),
    copies: once(reads.copies),
    copyParties: once(reads.copyParties),
    flows: once(reads.flows),
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= read();
    return made;
  };
}

/** The files that a plan names, which the actor must be able to name. Throws FILE_NOT_UPLOADED. */
export async function readFiles(plan: Plan, context: SignedInContext) {
  const { db, actor } = context;
  const planned = [...plan.documents, ...plan.attachments];
  const keys = planned.map((d) => d.fileKey);
  const own = eq(ownedFile.ownerKey, actor.ownerKey);
  const rows = await db
    .select()
    .from(ownedFile)
    .where(and(own, inArray(ownedFile.sha256, keys.length ? keys : ['']), mayName(context)));
  const files = new Map(rows.map((row) => [row.sha256, row]));
  const missing = planned.find((d) => !files.has(d.fileKey));
  if (missing) throw new AppError('FILE_NOT_UPLOADED', { name: missing.fileName });
  return files;
}

/** Documents and attachments of another type than the plan says ([3.15a]), with paths in the plan. */
export function otherTypes(
  plan: Plan,
  files: Awaited<ReturnType<typeof readFiles>>,
): { path: string; problem: string }[] {
  const others = plan.documents.flatMap((d, i) =>
    files.get(d.fileKey)?.fileType === plan.taskFileType
      ? []
      : [{ path: `documents.${i}.fileKey`, problem: 'otherFileType' }],
  );
  const attached = plan.attachments.flatMap((one, i) =>
    files.get(one.fileKey)?.fileType === one.fileType
      ? []
      : [{ path: `attachments.${i}.fileKey`, problem: 'otherFileType' }],
  );
  return [...others, ...attached];
}
