import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { VideoType } from '#core/help/video.ts';

/** Help videos uploaded by the platform ([2.24]); the file store keeps the files by digest. */
export const helpVideo = sqliteTable(
  'help_video',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    sha256: text('sha256').notNull(),
    size: integer('size').notNull(),
    contentType: text('content_type').$type<VideoType>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('help_video_file').on(t.sha256)],
);
