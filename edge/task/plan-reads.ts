import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import type { ReminderSchedule } from '#core/task/reminders.ts';
import { ownedFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { once, type ResolvedParty, type SenderPart, type SendingPart } from '#edge/sending/sending-part.ts';
import { mayName } from '#edge/upload/named-files.ts';
import { resolveParties } from './parties.ts';
import { reminderDefault } from './reminder-default.ts';

/** What a plan needs to know of its sender and its files, whoever its signers are. */
export interface PlanReads {
  files: (plan: Plan) => ReturnType<typeof readFiles>;
  copyParties: () => Promise<ResolvedParty[]>;
  /** When the signers are reminded: as the plan says, or the sender's enterprise has set it. */
  reminders: () => Promise<ReminderSchedule | null>;
  /** In the order in which they check and write. */
  parts: readonly SenderPart[];
}

/** The reads of one plan. */
export const readsOf = (parts: readonly SendingPart[], plan: Plan, context: SignedInContext): PlanReads => ({
  files: (one) => readFiles(one, context),
  copyParties: () => resolveParties(context, plan.copies),
  reminders: async () => plan.reminders ?? (await reminderDefault(context)),
  parts: parts.map((part) => part(plan, context)),
});

/** The reads of plans that differ in nothing but their signers, values and files: each is made once for all of them. */
export function sharedReads(parts: readonly SendingPart[], plan: Plan, context: SignedInContext): PlanReads {
  const reads = readsOf(parts, plan, context);
  const files = new Map<string, ReturnType<typeof readFiles>>();
  return {
    ...reads,
    files: (one) => {
      const keys = [...one.documents, ...one.attachments].map(({ fileKey }) => fileKey).join();
      const found = files.get(keys) ?? reads.files(one);
      files.set(keys, found);
      return found;
    },
    copyParties: once(reads.copyParties),
    reminders: once(reads.reminders),
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

/** Uploaded files by their digest. */
export type OwnedFiles = Awaited<ReturnType<typeof readFiles>>;

/** Documents and attachments of another type than the plan says ([3.15a]), with paths in the plan. */
export function otherTypes(plan: Plan, files: OwnedFiles): { path: string; problem: string }[] {
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
