import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type * as calls from '#core/signinglink/calls.ts';
import { signingLinkPath } from '#core/signinglink/code.ts';
import { signingLink } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { publicAddress } from '#edge/kernel/public-address.ts';
import { keptCode, newCode } from './codes.ts';
import { reachLink, sealAllowed } from './links.ts';
import { refusePast } from './publish-link.ts';

/** Changes whom a link takes; what it has made stays. Throws NOT_FOUND, INPUT_INVALID for a term that is over. */
export async function changeSigningLink(
  { linkId, allowed, ...rules }: ParsedInputOf<typeof calls.changeSigningLink>,
  context: SignedInContext,
): Promise<null> {
  const row = await reachLink(context, linkId);
  // A term that is over already may be left as it is.
  if (rules.until !== row.until) refusePast(rules.until, context.now);
  await context.db
    .update(signingLink)
    .set({ ...rules, allowedSealed: await sealAllowed(context, row.id, allowed) })
    .where(eq(signingLink.id, row.id));
  return null;
}

/** Stops a link at once, also for whoever is filling it in, or opens it again. Idempotent. Throws NOT_FOUND. */
export async function switchSigningLink(
  { linkId, open }: ParsedInputOf<typeof calls.switchSigningLink>,
  context: SignedInContext,
): Promise<null> {
  const row = await reachLink(context, linkId);
  await context.db
    .update(signingLink)
    .set({ state: open ? 'OPEN' : 'STOPPED' })
    .where(eq(signingLink.id, row.id));
  return null;
}

/** Gives a link a new address; the former one is unknown from now on. Throws NOT_FOUND. */
export async function rotateSigningLink(
  { linkId }: ParsedInputOf<typeof calls.rotateSigningLink>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.rotateSigningLink>> {
  const row = await reachLink(context, linkId);
  const code = newCode();
  await context.db
    .update(signingLink)
    .set(await keptCode(context, row.id, code))
    .where(eq(signingLink.id, row.id));
  return { url: publicAddress(context, signingLinkPath(code)) };
}
