import type { Access } from '#core/call.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';
import { authenticate } from './authenticate.ts';
import { checkAccess } from './check-access.ts';

/** The actor of a request to a call. Throws what `authenticate` and `checkAccess` throw. */
export async function admit(request: Request, context: Context, access: Access): Promise<Actor> {
  const actor = await authenticate(request, context);
  checkAccess(access, actor);
  return actor;
}
