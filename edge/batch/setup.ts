import type { BatchCells, BatchContents, BatchSetup } from '#core/batch/batch.ts';
import { AppError } from '#core/errors.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { reachTemplate } from '#edge/template/reach-template.ts';
import { openContent, unsafeVersion } from '#edge/template/versions.ts';

/** Setup and rows contain personal data, so they are stored encrypted. */
export const sealSetup = ({ keys }: Context, batchId: string, setup: BatchSetup): Promise<string> =>
  keys.sealField(JSON.stringify(setup), `batch:${batchId}`);
export async function openSetup({ keys }: Context, batchId: string, sealed: string): Promise<BatchSetup> {
  const setup: BatchSetup = JSON.parse(await keys.openField(sealed, `batch:${batchId}`));
  return setup;
}

export const sealCells = ({ keys }: Context, rowKey: string, cells: BatchCells): Promise<string> =>
  keys.sealField(JSON.stringify(cells), `batchRow:${rowKey}`);
export async function openCells({ keys }: Context, rowKey: string, sealed: string): Promise<BatchCells> {
  const cells: BatchCells = JSON.parse(await keys.openField(sealed, `batchRow:${rowKey}`));
  return cells;
}

/** Contents of the templates of a plan. Throws NOT_FOUND, TEMPLATE_DISABLED. */
export async function readContents(
  context: SignedInContext,
  plan: BatchSetup['plan'],
): Promise<BatchContents> {
  const contents = new Map();
  for (const { documentId, template } of plan.documents) {
    if (!template) continue;
    const version = await unsafeVersion(context, template.versionId);
    const row = await reachTemplate(context, version.templateId, 'see');
    if (row.status !== 'ENABLED') throw new AppError('TEMPLATE_DISABLED', { name: row.name });
    contents.set(documentId, await openContent(context, version));
  }
  return contents;
}
