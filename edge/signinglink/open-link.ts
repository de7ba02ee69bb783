import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import type * as calls from '#core/signinglink/opener-calls.ts';
import type { OpeningState } from '#core/signinglink/opener-calls.ts';
import { enterprise, signingLink } from '#db/schema/index.ts';
import { createAccount, requireAgreements } from '#edge/identity/create-account.ts';
import { isOwnDevice, keepDevice, readDevice } from '#edge/identity/devices.ts';
import { findAccount } from '#edge/identity/find-account.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { loginWithCode } from '#edge/identity/request-token.ts';
import { requireHuman } from '#edge/identity/require-human.ts';
import { sendAuthCode } from '#edge/identity/send-auth-code.ts';
import { startSession } from '#edge/identity/start-session.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import { hashOfCode, isCounterCode, isNumberPass, numberPass } from './codes.ts';
import { type LinkRow, stateOf } from './links.ts';
import { whyNobody } from './publisher.ts';

const MINUTE = 60_000;
const PER_MINUTE = 120;

const REFUSALS = {
  STOPPED: 'SIGNING_LINK_STOPPED',
  ENDED: 'SIGNING_LINK_ENDED',
  FULL: 'SIGNING_LINK_FULL',
  UNAVAILABLE: 'SIGNING_LINK_UNAVAILABLE',
  COUNTER: 'SIGNING_LINK_COUNTER',
} as const satisfies Record<Exclude<OpeningState, 'OPEN'>, ErrorName>;

/** The link of a code. Whoever guesses is slowed down. Throws SIGNING_LINK_UNKNOWN, TOO_OFTEN. */
export async function findLink(context: Context, code: string): Promise<LinkRow> {
  if ((await countFromAddress(context, 'signing-link', MINUTE)) > PER_MINUTE) throw new AppError('TOO_OFTEN');
  const [row] = await context.db
    .select()
    .from(signingLink)
    .where(eq(signingLink.codeHash, await hashOfCode(code)));
  if (!row) throw new AppError('SIGNING_LINK_UNKNOWN');
  return row;
}

/** Throws why a link takes nobody by its own rules. */
export function refuseClosed(state: OpeningState): void {
  if (state !== 'OPEN') throw new AppError(REFUSALS[state]);
}

/** The enterprise that publishes a link, as its name is now. */
export async function initiatorOf({ db }: Context, { ownerKey }: LinkRow): Promise<string> {
  const [row] = await db
    .select({ name: enterprise.name })
    .from(enterprise)
    .where(eq(enterprise.id, ownerKey.slice('E:'.length)));
  return row?.name ?? '';
}

/**
 * What a link is for: who publishes it, under which name, and whether it takes people. Writes nothing, so that programs
 * which follow links use nothing up. Throws SIGNING_LINK_UNKNOWN, TOO_OFTEN.
 */
export async function openSigningLink(
  { code, counter }: ParsedInputOf<typeof calls.openSigningLink>,
  context: Context,
): Promise<OutputOf<typeof calls.openSigningLink>> {
  const link = await findLink(context, code);
  const [initiator, state] = await Promise.all([
    initiatorOf(context, link),
    openingStateOf(context, link, counter),
  ]);
  return { state, initiator, taskName: link.taskName, approval: link.approval };
}

/** Whether a link takes people who begin now, or who have begun with this number. */
export async function openingStateOf(
  context: Context,
  link: LinkRow,
  counter: string,
  mobile = '',
): Promise<OpeningState> {
  const state = stateOf(link, context.now);
  if (state !== 'OPEN') return state;
  const atCounter = async () =>
    (await isCounterCode(context, link.id, counter)) || isNumberPass(context, link.id, mobile, counter);
  if (link.counterOnly && !(await atCounter())) return 'COUNTER';
  return (await whyNobody(context, link)) ? 'UNAVAILABLE' : 'OPEN';
}

/**
 * Sends the code that proves the number of whoever opens a link. The answer tells nothing of the number. Throws
 * SIGNING_LINK_UNKNOWN, why the link takes nobody, CAPTCHA_NEEDED, CAPTCHA_WRONG, TOO_OFTEN, CODE_NOT_SENT.
 */
export async function sendSigningLinkCode(
  { code, counter, mobile, ...human }: ParsedInputOf<typeof calls.sendSigningLinkCode>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof calls.sendSigningLinkCode>> {
  const link = await findLink(context, code);
  refuseClosed(await openingStateOf(context, link, counter));
  const own = await isOwnDevice(context, request, mobile);
  if (!own) await requireHuman(context, human);
  await sendAuthCode(context, 'SIGNING_LINK', mobile, {
    kind: own ? 'owner' : 'stranger',
    id: await keepDevice(context, request),
  });
  return { pass: await numberPass(context, link.id, mobile) };
}

/**
 * Signs in whoever proved a number by its code: the owner of its account, or a newcomer who gets one without a password
 * once they accept the agreements. Throws SIGNING_LINK_UNKNOWN, why the link takes nobody, CODE_WRONG,
 * AGREEMENT_NOT_ACCEPTED, and the errors of `loginWithCode`.
 */
export async function enterSigningLink(
  { code, mobile, authCode, agreements, passkey, password }: ParsedInputOf<typeof calls.enterSigningLink>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof calls.enterSigningLink>> {
  refuseClosed(stateOf(await findLink(context, code), context.now));
  const by = await readDevice(context, request);
  const proof = await judgeAuthCode(context, 'SIGNING_LINK', mobile, authCode, { by });
  const person = await findAccount(context, mobile);
  if (person) {
    if (person.status !== 'ENABLE') throw new AppError('CODE_WRONG', {}, 'authCode');
    return { session: await loginWithCode(context, request, person, { proof, passkey, password }) };
  }
  if (!agreements) return { session: null };
  requireAgreements(agreements);
  const row = await createAccount(context, { contact: mobile, passwordHash: '', proof });
  return { session: await startSession(context, row, request) };
}
