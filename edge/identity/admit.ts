import type { AnyCall } from '#core/call.ts';
import { isEmbedCall } from '#core/embed/reach.ts';
import { AppError } from '#core/errors.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';
import { authenticate } from './authenticate.ts';
import { authenticateKey, bearerOf } from './authenticate-key.ts';
import { checkAccess } from './check-access.ts';

/**
 * The actor of a request to a call, by the session in its X-Token or the API key in its `Authorization: Bearer`. Throws what
 * `authenticate`, `authenticateKey` and `checkAccess` throw.
 */
export async function admit(
  request: Request,
  context: Context,
  call: Pick<AnyCall, 'id' | 'access'>,
): Promise<Actor> {
  const key = request.headers.has('x-token') ? null : bearerOf(request);
  const actor =
    key === null
      ? await authenticate(request, context, { embed: true })
      : await authenticateKey(key, request, context);
  if (actor.embed && !isEmbedCall(actor.embed.kind, call.id)) throw new AppError('EMBED_NOT_HERE');
  checkAccess(call.access, actor);
  return actor;
}
