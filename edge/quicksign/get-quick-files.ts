import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { downloadQuickFile as downloadCall, getQuickFiles as getCall } from '#core/quicksign/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { readRevision, revisionAnswer } from '#edge/signing/revisions.ts';
import { readTrail } from '#edge/trail/trail-of.ts';
import { quickRow } from './list-quick-files.ts';
import { changeGroup, readGroup } from './read-group.ts';

export async function getQuickFiles(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { group, files } = await readGroup(context, input.id);
  const [trail, ...revisions] = await Promise.all([
    readTrail(context, group.id),
    ...files.map((file) => readRevision(context, file.id, file.revision)),
  ]);
  return {
    ...quickRow(group),
    documents: files.map((file, i) => ({
      documentId: file.id,
      fileName: file.name,
      fileIndex: file.position,
      revision: file.revision,
      size: revisions[i]!.length,
      sha256: revisions[i]!.sha256,
      pages: file.pages,
    })),
    trail: trail.map(({ at, event, operator, agent }) => ({ at, event, operator, agent })),
  };
}

/**
 * The newest revision of one file. A download is recorded in the trail, viewing it in the page is not. Throws
 * NOT_FOUND.
 */
export async function downloadQuickFile(
  input: ParsedInputOf<typeof downloadCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor } = context;
  const file = await withRetry(async () => {
    const { group, files } = await readGroup(context, input.id);
    const found = files[input.fileIndex];
    if (!found) throw new AppError('NOT_FOUND');
    if (input.purpose === 'download')
      await changeGroup(context, group, {
        set: {},
        trail: [{ event: 'DOWNLOADED', operator: actor.name, agent: actor.entName, remark: found.name }],
        more: [],
      });
    return { ...found, fileType: group.fileType };
  });
  const revision = await readRevision(context, file.id, file.revision);
  return revisionAnswer(context, revision, file, input.purpose === 'view');
}
