import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, id, nothing, sha256, time } from '#core/wire.ts';

const VIDEOS: Access = { actor: 'platform', may: 'add and remove videos of the help' };

/** URL path of a video, served with range requests for players that cannot send a session: `/media/help/{sha256}`. */
export const HELP_MEDIA_PATH = '/media/help';

const video = z.object({
  id,
  title: z.string(),
  sha256,
  size: z.number().int(),
  contentType: z.enum(['video/mp4', 'video/webm']),
  createTime: time,
});
export type HelpVideo = z.output<typeof video>;

/** [2.24] */
export const listHelpVideos = defineCall({
  id: 'help.listHelpVideos',
  method: 'GET',
  path: '/bc/assemble/help/videos',
  access: { actor: 'session', sso: true, may: 'read the help and watch its videos' },
  input: nothing,
  output: z.array(video),
  summary: 'List the videos of the help, newest first',
});

export const addHelpVideo = defineCall({
  id: 'help.addHelpVideo',
  method: 'POST',
  path: '/platform/help/video/add',
  body: 'bytes',
  access: VIDEOS,
  input: z.object({ title: z.string().trim().min(1).max(60), sha256 }),
  output: z.object({ id }),
  summary: 'Add a video to the help: MP4 or WebM, as large as files of tasks may be',
});

export const removeHelpVideo = defineCall({
  id: 'help.removeHelpVideo',
  method: 'POST',
  path: '/platform/help/video/remove',
  access: VIDEOS,
  input: z.object({ id }),
  output: empty,
  summary: 'Remove a video from the help',
});
