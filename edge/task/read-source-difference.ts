import { and, eq } from 'drizzle-orm';
import type { getSourceDifference as call } from '#core/approval/source-calls.ts';
import {
  filledValues,
  keptParts,
  partyDifferences,
  placeDifferences,
  type SourceToCompare,
} from '#core/approval/source-difference.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { Plan } from '#core/task/plan.ts';
import { diffContent } from '#core/template/diff-content.ts';
import type { TemplateSource } from '#core/template/source.ts';
import { approval, template } from '#db/schema/index.ts';
import type { ApprovalRecord } from '#edge/approval/change-statements.ts';
import { readApproval } from '#edge/approval/read-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { remake } from '#edge/template/check-sources.ts';
import { openContent, unsafeVersion } from '#edge/template/versions.ts';
import { readTask } from './read-task.ts';
import { readTaskPlan } from './task-plan.ts';

type Output = OutputOf<typeof call>;

/**
 * Compares a contract under approval with its templates. Throws NOT_FOUND if the actor may not read the approval or its
 * contract. Nothing is compared for contracts that another enterprise sent.
 */
export async function getSourceDifference(
  { approvalId }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<Output> {
  const row = await readApproval(context, approvalId);
  if (row.subject === 'TEMPLATE') return { sources: [], parties: [] };
  const { task } = await readTask(context, 'taskId' in row.facts ? row.facts.taskId : row.subjectId);
  if (task.ownerKey !== context.actor.ownerKey) return { sources: [], parties: [] };
  const plan = await readTaskPlan(context, task.id);
  const former = await formerValues(context, row);
  const opened = await Promise.all(
    plan.documents.flatMap(({ template: source, ...document }) =>
      source ? [open(context, plan, document, source)] : [],
    ),
  );
  return {
    sources: opened.map(({ compared, ...facts }) => ({
      ...facts,
      values: filledValues(compared).map((filled) => {
        const had = former.get(keyOf(facts.fileName, filled.name));
        return { ...filled, former: had === undefined || had === filled.value ? null : had };
      }),
      parts: keptParts(compared),
      places: placeDifferences(compared),
    })),
    parties:
      opened.length === 0
        ? []
        : partyDifferences(
            plan,
            opened.map(({ compared }) => compared),
          ),
  };
}

const keyOf = (fileName: string, fieldName: string): string => JSON.stringify([fileName, fieldName]);

/** What was filled in at the previous request for approval, by file and field; empty without one. */
async function formerValues(context: SignedInContext, row: ApprovalRecord): Promise<Map<string, string>> {
  const { db } = context;
  const found = new Map<string, string>();
  if (row.beforeId === '' || row.subject !== 'TASK') return found;
  const [before] = await db
    .select({ taskId: approval.subjectId })
    .from(approval)
    .where(and(eq(approval.id, row.beforeId), eq(approval.enterpriseId, row.enterpriseId)));
  if (!before) return found;
  // The sender may have deleted the former task with its plan.
  const plan = await readTaskPlan(context, before.taskId).catch(noSource);
  for (const { fileName, template: source } of plan?.documents ?? []) {
    if (!source) continue;
    const content = await openContent(context, await unsafeVersion(context, source.versionId));
    for (const { name, value, bySigner } of filledValues({ content, ...source }))
      if (!bySigner) found.set(keyOf(fileName, name), value);
  }
  return found;
}

function noSource(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function open(
  context: SignedInContext,
  plan: Plan,
  { documentId, fileName, fileKey }: Pick<Plan['documents'][number], 'documentId' | 'fileName' | 'fileKey'>,
  source: TemplateSource,
): Promise<
  Pick<Output['sources'][number], 'fileName' | 'templateName' | 'number' | 'newer'> & {
    compared: SourceToCompare;
  }
> {
  const version = await unsafeVersion(context, source.versionId);
  const content = await openContent(context, version);
  const [row] = await context.db.select().from(template).where(eq(template.id, version.templateId));
  const current =
    row?.status === 'ENABLED' && row.versionId && row.versionId !== version.id
      ? await unsafeVersion(context, row.versionId)
      : undefined;
  return {
    fileName,
    templateName: version.templateName,
    number: version.number,
    newer: current
      ? { number: current.number, difference: diffContent(content, await openContent(context, current)) }
      : null,
    compared: {
      content,
      values: source.values,
      language: source.language,
      plan,
      documentId,
      laidOut: await layOut(context, content, { ownerKey: version.ownerKey }, source, {
        fileKey,
        fileType: plan.taskFileType,
      }),
    },
  };
}

/** Where the marks lie; undefined if the file cannot be made again, as when a picture is gone. */
async function layOut(
  context: SignedInContext,
  content: SourceToCompare['content'],
  owner: { ownerKey: string },
  source: TemplateSource,
  { fileKey, fileType }: { fileKey: string; fileType: Plan['taskFileType'] },
): Promise<SourceToCompare['laidOut']> {
  try {
    return await remake({ content, row: owner }, source, fileKey, fileType, context);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
