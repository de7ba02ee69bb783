import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { switchProblem } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import type { enterBySso as call } from '#core/sso/calls.ts';
import { isSsoPage, SSO_PAGES, type SsoVariant, ssoTarget } from '#core/sso/pages.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { account, enterprise, member, session, ssoSession } from '#db/schema/index.ts';
import { mobileTarget } from '#edge/identity/judge-auth-code.ts';
import { hasLoginName } from '#edge/identity/names.ts';
import { describeSession, startSession } from '#edge/identity/start-session.ts';
import { readSessionId } from '#edge/identity/tokens.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { type CustomerRow, readLink } from './read-link.ts';

const PER_MINUTE = 120;

/**
 * [7.18] Exchanges a customer's link for a session that acts only for the customer's enterprise, so that the customer's
 * key gives no access to personal data of its members or to other enterprises. Throws TOO_OFTEN, SSO_LINK_INCOMPLETE
 * ([8.9a]), SSO_LINK_INVALID, the errors of `readLink`, SSO_PERSON_UNKNOWN, SSO_REAL_NAME_FAILED ([8.9b]).
 */
export async function enter(
  variant: SsoVariant,
  input: ParsedInputOf<typeof call>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const page = variant === 'singleSignOn' ? input.page : variant;
  for (const [name, value] of [
    ['page', page],
    ['token', input.token],
    ['authState', input.authState],
  ] as const)
    if (value === '') throw new AppError('SSO_LINK_INCOMPLETE', { name });
  const counter = `sso:${await context.keys.indexOf(context.address, 'address')}`;
  if ((await countAttempt(context, counter, 60_000)) > PER_MINUTE) throw new AppError('TOO_OFTEN');
  if (!isSsoPage(page)) throw new AppError('SSO_LINK_INVALID');
  const { customer, link } = await readLink(context, input.token, input.customerPath, page);
  const taskId = link.planId ?? '';
  if ('task' in SSO_PAGES[page] && taskId === '')
    throw new AppError('SSO_LINK_INCOMPLETE', { name: 'planId' });
  const person = await memberOf(context, customer, link.sub);
  if (input.authState !== 'AUTH' || person.personalAuthStatus !== 'AUTH')
    throw new AppError('SSO_REAL_NAME_FAILED');
  return {
    session: await begin(context, request, customer, person, link.returnUrl),
    goTo: ssoTarget(page, taskId),
    returnAddress: link.returnUrl,
  };
}

type AccountRow = typeof account.$inferSelect;

/**
 * The member of the customer's enterprise named in a link. Throws SSO_PERSON_UNKNOWN, or the reason why nobody can act
 * for the enterprise.
 */
async function memberOf(context: Context, customer: CustomerRow, name: string): Promise<AccountRow> {
  const who = isMobile(name)
    ? eq(account.mobileIndex, await mobileTarget(context, name))
    : await hasLoginName(context, name);
  const [row] = await context.db
    .select({ account, enterprise })
    .from(account)
    .innerJoin(
      member,
      and(
        eq(member.accountId, account.id),
        eq(member.enterpriseId, customer.enterpriseId),
        isNull(member.leftAt),
      ),
    )
    .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
    .where(and(who, eq(account.status, 'ENABLE')));
  if (!row) throw new AppError('SSO_PERSON_UNKNOWN');
  const problem = switchProblem(row.enterprise.businessStatus, row.enterprise.authStatus);
  if (problem) throw new AppError(problem, { name: row.enterprise.name });
  return row.account;
}

/** Creates a session bound to the customer's enterprise. */
async function begin(
  context: Context,
  request: Request,
  customer: CustomerRow,
  person: AccountRow,
  returnAddress: string,
) {
  const { db, now } = context;
  const started = await startSession(context, person, request);
  const sessionId = readSessionId(started.refreshToken);
  await commit(
    context,
    [],
    [
      db.update(session).set({ entId: customer.enterpriseId }).where(eq(session.id, sessionId)),
      db.insert(ssoSession).values({ sessionId, customerId: customer.id, returnAddress, createdAt: now }),
    ],
  );
  return describeSession(context, person, sessionId, customer.enterpriseId, started.refreshToken);
}
