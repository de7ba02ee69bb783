import { desc } from 'drizzle-orm';
import * as calls from '#core/help/calls.ts';
import { HELP_MEDIA_PATH } from '#core/help/calls.ts';
import { helpVideo } from '#db/schema/index.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { addVideo } from './add-video.ts';
import { removeVideo } from './remove-video.ts';
import { serveHelpMedia } from './serve-media.ts';

const helpCalls = [
  implement(calls.listHelpVideos, async (_input, { db }) => {
    const rows = await db.select().from(helpVideo).orderBy(desc(helpVideo.createdAt), desc(helpVideo.id));
    return rows.map(({ createdAt, contentType, ...row }) => ({
      ...row,
      contentType,
      createTime: createdAt,
    }));
  }),
  implement(calls.addHelpVideo, addVideo),
  implement(calls.removeHelpVideo, removeVideo),
];

export const help: Domain = {
  calls: helpCalls,
  paths: [{ path: HELP_MEDIA_PATH, serve: serveHelpMedia }],
};
