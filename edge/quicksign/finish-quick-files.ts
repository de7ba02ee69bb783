import type { Context } from '#edge/kernel/context.ts';
import { preserveDocuments } from '#edge/signing/preserve-documents.ts';
import { changeGroup, raiseFile, unsafeReadGroup } from './read-group.ts';

/** Adds long-term validation data to the files of a signed group. */
export const finishQuickFiles = (before: Context, { groupId }: { groupId: string }): Promise<void> =>
  preserveDocuments(before, groupId, async (context) => {
    const { group, files } = await unsafeReadGroup(context, groupId);
    return {
      number: groupId,
      fileType: group.fileType,
      documents: files,
      raise: raiseFile(context),
      change: (entry, more) => changeGroup(context, group, { set: {}, trail: [entry], more }),
    };
  });
