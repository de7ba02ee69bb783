import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { addHelpVideo as call } from '#core/help/calls.ts';
import { videoTypeOf } from '#core/help/video.ts';
import { sha256Hex } from '#core/sha256.ts';
import { helpVideo } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readWithin } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';

/**
 * Uploads a video and verifies it against the digest from the browser. Throws VIDEO_TYPE_WRONG, DIGEST_DIFFERS,
 * TOO_LARGE.
 */
export async function addVideo(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { db } = context;
  const bytes = await readWithin(request, (await limitsInForce(context)).fileBytes);
  const contentType = videoTypeOf(bytes);
  if (!contentType) throw new AppError('VIDEO_TYPE_WRONG');
  const digest = await sha256Hex(bytes);
  if (digest !== input.sha256) throw new AppError('DIGEST_DIFFERS');
  await context.files.put(bytes);
  const id = context.newId();
  const remark = `video: → ${input.title}`;
  await commit(
    context,
    [],
    [
      db.insert(helpVideo).values({
        id,
        title: input.title,
        sha256: digest,
        size: bytes.length,
        contentType,
        createdAt: context.now,
      }),
      auditOf(context, { action: 'HELP_CHANGED', targetKind: 'SYSTEM', targetId: id, remark }),
    ],
  );
  return { id };
}
