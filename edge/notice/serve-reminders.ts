import { INVITATION_CODE, invitationPath, REMINDERS_PATH } from '#core/invitation/code.ts';
import { endReminders } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';

const MINUTE = 60_000;
const PER_MINUTE = 120;

/**
 * `/mail/reminders/<code>`, the address in `List-Unsubscribe` of a reminder: a POST of a mail program ends reminders of that
 * contract (RFC 8058), without asking who it is; a GET leads to a page that asks first. Whether there is such a link is told
 * to nobody.
 */
export async function serveReminders(request: Request, context: Context): Promise<Response> {
  const code = new URL(request.url).pathname.slice(REMINDERS_PATH.length + 1);
  if ((await countFromAddress(context, 'invitation', MINUTE)) > PER_MINUTE) return answer(429);
  if (!INVITATION_CODE.test(code)) return answer(404);
  if (request.method === 'GET' || request.method === 'HEAD')
    return answer(303, { Location: `${invitationPath(code)}?reminders=off` });
  if (request.method !== 'POST') return answer(405, { Allow: 'GET, HEAD, POST' });
  await endReminders(context, code);
  return answer(204);
}

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', ...headers },
  });
