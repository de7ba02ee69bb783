import type { Context } from '#edge/kernel/context.ts';
import { preserveDocuments } from '#edge/signing/preserve-documents.ts';
import { changeGroup, raiseFile, unsafeReadGroup } from './read-group.ts';

/** What follows a quick signing: its files get what makes their signatures last. */
export const finishQuickFiles = (before: Context, { groupId }: { groupId: string }): Promise<void> =>
  preserveDocuments(before, groupId, async (context) => {
    const { group, files } = await unsafeReadGroup(context, groupId);
    return {
      fileType: group.fileType,
      documents: files,
      raise: raiseFile(context),
      change: (entry, more) => changeGroup(context, group, { set: {}, trail: [entry], more }),
    };
  });
