import { and, eq } from 'drizzle-orm';
import { type BatchCells, batchColumns, checkCells, plainCell } from '#core/batch/batch.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { maskContact } from '#core/identity/mask.ts';
import type * as calls from '#core/signinglink/opener-calls.ts';
import { signingLink, signingLinkEntry } from '#db/schema/index.ts';
import { sealCells } from '#edge/batch/setup.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { isPass, passOf } from './codes.ts';
import { type LinkRow, stateOf } from './links.ts';
import { findLink, initiatorOf, openingStateOf, refuseClosed } from './open-link.ts';
import { mineOf, nothingOf, numberOf } from './opener.ts';
import { publisherOf } from './publisher.ts';
import { sendEntry, stillOpen } from './send-entry.ts';

type PublisherSide = Awaited<ReturnType<typeof publisherOf>>;
type Input = ParsedInputOf<typeof calls.submitSigningLink>;

const HOUR = 3_600_000;
/** Submissions of one person to one link an hour: a link that takes several of each cannot be used up by one. */
const PER_HOUR = 20;

/**
 * What somebody fills in at a link, and what they sent in before: that leads on also after the link was stopped. Throws
 * SIGNING_LINK_UNKNOWN, why the link takes nobody or not this number.
 */
export async function readSigningLinkForm(
  { code, counter }: ParsedInputOf<typeof calls.readSigningLinkForm>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.readSigningLinkForm>> {
  const link = await findLink(context, code);
  const mine = await mineOf(context, link);
  const goesOn = mine !== null && mine.state !== 'DECLINED';
  const mobile = await numberOf(context, link);
  if (!goesOn) refuseClosed(await openingStateOf(context, link, counter, mobile));
  const fields = goesOn && !link.repeats ? [] : fieldsOf(await openedOr(context, link, goesOn));
  return {
    initiator: await initiatorOf(context, link),
    taskName: link.taskName,
    approval: link.approval,
    userName: context.actor.verifiedName,
    mobile: maskContact(mobile),
    fields,
    mine,
    repeats: link.repeats && stateOf(link, context.now) === 'OPEN',
    pass: await passOf(context, link.id, context.actor.accountId),
  };
}

/** The publisher's side; null where it takes nobody, but what was sent in before leads on. */
async function openedOr(
  context: SignedInContext,
  link: LinkRow,
  goesOn: boolean,
): Promise<PublisherSide | null> {
  try {
    return await publisherOf(context, link);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (goesOn) return null;
    throw new AppError('SIGNING_LINK_UNAVAILABLE');
  }
}

const fieldsOf = (opened: PublisherSide | null) =>
  opened
    ? batchColumns(opened.setup, opened.contents).flatMap((column) =>
        column.of === 'field' ? [column.field] : [],
      )
    : [];

/**
 * Takes what somebody filled in: makes their task in the publisher's name, or where each is decided on, keeps it for the
 * publisher. Nothing is written unless the link still takes this person at that moment. Throws the errors of
 * `readSigningLinkForm`, INPUT_INVALID with the fields, SIGNING_LINK_ALREADY, SIGNING_LINK_OWN_PARTY, TOO_OFTEN.
 */
export async function submitSigningLink(
  parts: readonly SendingPart[],
  input: Input,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof calls.submitSigningLink>> {
  const { actor } = context;
  const link = await findLink(context, input.code);
  refuseClosed(stateOf(link, context.now));
  if (link.counterOnly && !(await isPass(context, link.id, actor.accountId, input.pass)))
    throw new AppError('SIGNING_LINK_COUNTER');
  const mobile = await numberOf(context, link);
  await refuseAgain(context, link);
  const opened = await openedOr(context, link, false);
  if (!opened) throw new AppError('SIGNING_LINK_UNAVAILABLE');
  const cells = readCells(opened, { ...input, userName: actor.verifiedName || input.userName }, mobile);
  if ((await countAttempt(context, `signing-link:${link.id}:${actor.accountId}`, HOUR)) > PER_HOUR)
    throw new AppError('TOO_OFTEN');
  const entryId = context.newId();
  const entry = {
    id: entryId,
    linkId: link.id,
    accountId: actor.accountId,
    cellsSealed: await sealCells(context, entryId, cells),
    createdAt: context.now,
  };
  const guards = [
    stillOpen(link, context.now),
    ...(link.approval || !link.repeats ? [nothingOf(link, actor.accountId, link.repeats)] : []),
  ];
  const { db } = context;
  try {
    if (link.approval) {
      const answer = { state: 'PENDING' as const, planId: '' };
      await commit(context, guards, [
        db.insert(signingLinkEntry).values({ ...entry, state: 'PENDING' }),
        enqueue(context, `signing-link:${link.id}`, noticeEffect, {
          accountId: link.creatorId,
          ownerKey: link.ownerKey,
          category: 'contract',
          template: 'SIGNING_LINK_WAITS',
          params: { task: link.taskName },
          taskId: '',
        }),
        ...context.remember(answer),
      ]);
      return answer;
    }
    const taskId = await sendEntry(parts, opened, {
      link,
      entryId,
      cells,
      origin: context.env.PUBLIC_URL || request.url,
      guards,
      statements: (id) => [
        db.insert(signingLinkEntry).values({ ...entry, state: 'SENT', taskId: id }),
        ...context.remember({ state: 'SENT', planId: id }),
      ],
    });
    return { state: 'SENT', planId: taskId };
  } catch (error) {
    throw await explained(context, link, error);
  }
}

/** Throws SIGNING_LINK_ALREADY where something stands that this person sent in. */
async function refuseAgain(context: SignedInContext, link: LinkRow): Promise<void> {
  const mine = await mineOf(context, link);
  if (mine?.state === 'PENDING' || (mine?.state === 'SENT' && !link.repeats))
    throw new AppError('SIGNING_LINK_ALREADY');
}

/** Throws INPUT_INVALID with the paths of the input, SIGNING_LINK_OWN_PARTY. */
function readCells(
  { setup, contents }: PublisherSide,
  { userName, fields }: Input,
  mobile: string,
): BatchCells {
  const columns = batchColumns(setup, contents);
  const cells: Record<string, string> = {};
  const known = new Set<string>();
  for (const column of columns) {
    if (column.of === 'party') {
      if (column.part === 'userName') cells[column.key] = userName;
      if (column.part === 'mobile') cells[column.key] = mobile;
    } else if (column.of === 'field') {
      known.add(column.field.key);
      cells[column.key] = plainCell(column, fields[column.field.key] ?? '');
    }
  }
  const problems = checkCells(setup, columns, cells);
  if (problems.some(({ problem }) => problem === 'signerRepeated' || problem === 'copyRepeatsSigner'))
    throw new AppError('SIGNING_LINK_OWN_PARTY');
  const wrong: { path: string; problem: string }[] = problems.map(({ column, problem }) => {
    const found = columns.find(({ key }) => key === column);
    return { path: found?.of === 'field' ? `fields.${found.field.key}` : 'userName', problem };
  });
  wrong.push(
    ...Object.keys(fields)
      .filter((key) => !known.has(key))
      .map((key) => ({ path: `fields.${key}`, problem: 'unknownName' })),
  );
  if (wrong.length > 0) throw new InputRefused(wrong);
  return cells;
}

/** What to say where nothing was written: the link has closed meanwhile, the person was there already, or the publisher may not. */
async function explained(context: SignedInContext, link: LinkRow, error: unknown): Promise<unknown> {
  if (!(error instanceof GuardFailed) && !isAppError(error)) return error;
  const [now] = await context.db
    .select()
    .from(signingLink)
    .where(and(eq(signingLink.id, link.id), eq(signingLink.codeHash, link.codeHash)));
  if (!now) return new AppError('SIGNING_LINK_UNKNOWN');
  refuseClosed(stateOf(now, context.now));
  await refuseAgain(context, now);
  return new AppError('SIGNING_LINK_UNAVAILABLE');
}
