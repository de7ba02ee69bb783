import { desc } from 'drizzle-orm';
import * as calls from '#core/help/calls.ts';
import type { VideoType } from '#core/help/video.ts';
import { helpVideo } from '#db/schema/index.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { addVideo } from './add-video.ts';
import { removeVideo } from './remove-video.ts';

export const helpCalls = [
  implement(calls.listHelpVideos, async (_input, { db }) => {
    const rows = await db.select().from(helpVideo).orderBy(desc(helpVideo.createdAt), desc(helpVideo.id));
    return rows.map(({ createdAt, contentType, ...row }) => ({
      ...row,
      contentType: contentType as VideoType,
      createTime: createdAt,
    }));
  }),
  implement(calls.addHelpVideo, addVideo),
  implement(calls.removeHelpVideo, removeVideo),
];
