import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { signQuickFiles as call } from '#core/quicksign/calls.ts';
import { checkOnPages } from '#core/task/check-plan.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { consent as consentTable, documentRevision, quickFile } from '#db/schema/index.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { recordStamping } from '#edge/seal/use-seals.ts';
import { checkConsent, type GivenConsent } from '#edge/signing/check-consent.ts';
import { checkSeen } from '#edge/signing/check-seen.ts';
import { type ChooseKey, chooseKey, type SigningKey } from '#edge/signing/choose-key.ts';
import { engineOf } from '#edge/signing/engine-of.ts';
import { type Filled, fillPlacements } from '#edge/signing/fill-placements.ts';
import { placeOf } from '#edge/signing/prepare-document.ts';
import { signEach } from '#edge/signing/remote-key.ts';
import { readRevision, revisionBytes } from '#edge/signing/revisions.ts';
import { followSteps, type SignSteps } from '#edge/signing/sign-steps.ts';
import { finishGroupEffect } from './effects.ts';
import {
  changeGroup,
  type FileRow,
  type GroupRow,
  readGroup,
  stateAfter,
  type WholeGroup,
} from './read-group.ts';

/** What is signed, and by what the signer proved that they want it. */
export type QuickSigning = Pick<ParsedInputOf<typeof call>, 'id' | 'seen' | 'placements'> & {
  consent: GivenConsent;
};
type Input = QuickSigning;
type Placement = Input['placements'][number];

/**
 * Signs every file of a group at once ([1.5]): the places are reserved and filled in the same go, so that the file as
 * uploaded stays the beginning of a PDF. One signs; of two at the same instant the other is told ALREADY_SIGNED.
 */
export async function signQuickFiles(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  await checkQuickSigning(input, context);
  const steps = followSteps(context);
  steps.begin('consent');
  const consent = await checkConsent(context, input.consent, input.id, input.seen);
  const answer = await signQuickAs({ ...input, consent }, context, steps, (...signer) =>
    chooseKey(context, ...signer),
  );
  context.defer(runOutbox(context));
  return answer;
}

/** Throws why the group cannot be signed so. */
export async function checkQuickSigning(
  input: Omit<Input, 'consent'>,
  context: SignedInContext,
): Promise<void> {
  const before = await readGroup(context, input.id);
  stateAfter(before.group, 'sign');
  requireVerifiedName(context);
  await checkSeen(context, input.seen, before.files);
  checkPlaces(before, input.placements);
}

/** Signs with the key that `choose` finds, again while others are quicker. */
export const signQuickAs = (
  input: Input,
  context: SignedInContext,
  steps: SignSteps,
  choose: ChooseKey,
): Promise<OutputOf<typeof call>> => withRetry(() => attempt(input, context, steps, choose));

async function attempt(
  input: Input,
  context: SignedInContext,
  steps: SignSteps,
  choose: ChooseKey,
): Promise<OutputOf<typeof call>> {
  steps.begin('key');
  const { actor, db, now } = context;
  const { group, files } = await readGroup(context, input.id);
  const state = stateAfter(group, 'sign');
  requireVerifiedName(context);
  await checkSeen(context, input.seen, files);
  const party = partyOf(context);
  const places = input.placements.map((p) => placementRow(p, group));
  const filled = await fillPlacements(context, party, places, input.placements);
  const key = await choose(party, filled, group.fileType);
  steps.begin('digest');
  const signed = await signEach(files, group.name, (file) =>
    signFile(input, context, { group, file, filled, key }),
  );
  const answer = {
    id: group.id,
    status: state,
    documents: signed.map(({ file, revision }) => ({
      documentId: file.id,
      revision: 1,
      sha256: revision.sha256,
    })),
  };
  steps.begin('store');
  await changeGroup(context, group, {
    set: { state, signedAt: now },
    entry: {
      event: 'SIGNED',
      operator: actor.name,
      agent: actor.entName,
      evidence: {
        consent: input.consent.method,
        certificate: key.serial,
        ...Object.fromEntries(signed.map((s, i) => [`document ${i + 1}`, s.revision.sha256])),
      },
    },
    more: [
      ...recordStamping(
        context,
        filled.seals.map((used) => used.seal),
        group,
      ),
      ...(key.guards ?? []),
      ...signed.flatMap(({ file, revision }) => [
        db.update(quickFile).set({ revision: 1 }).where(eq(quickFile.id, file.id)),
        db.insert(documentRevision).values({
          documentId: file.id,
          revision: 1,
          ...revision,
          certificateId: key.certificateId,
          createdAt: now,
        }),
      ]),
      db.insert(consentTable).values({
        id: context.newId(),
        taskId: group.id,
        // A quick group has no signers: it is the account that made the consent.
        signerId: '',
        accountId: actor.accountId,
        method: input.consent.method,
        seen: input.seen,
        digests: signed.flatMap((s) => s.digests),
        createdAt: now,
      }),
      enqueue(context, `quick:${group.id}`, finishGroupEffect, { groupId: group.id }),
      ...context.remember(answer),
    ],
    proofs: input.consent.once ? [input.consent.once] : [],
  });
  return answer;
}

/** Reserves the places in one file and signs it. What is stored is not yet listed. */
async function signFile(
  input: Input,
  context: SignedInContext,
  { group, file, filled, key }: { group: GroupRow; file: FileRow; filled: Filled; key: SigningKey },
) {
  const engine = engineOf(group.fileType);
  const here = input.placements.filter((p) => p.documentId === file.id);
  const uploaded = await readRevision(context, file.id, file.revision);
  const original = { segments: uploaded.segments, bytes: await revisionBytes(context, uploaded) };
  const { revision: reserved } = await engine.prepare(context, original, {
    signatureFields: [{ name: fieldOf(group), places: here.map(placeOf) }],
  });
  const held = { segments: reserved.segments, bytes: await revisionBytes(context, reserved) };
  const placements = here.map((p) => placementRow(p, group));
  const { at = context.now } = key;
  const signing = { mine: partyOf(context), placements, filled, key };
  const signed = await engine.sign({ ...context, now: at }, held, signing);
  return { file, ...signed };
}

/** Of its own for each group, so that a file that was signed quickly can be signed so again. */
const fieldOf = (group: GroupRow): string => `Quick${group.id}`;

const partyOf = ({ actor }: SignedInContext) => ({
  type: actor.entId === '' ? 'PERSON' : 'ENTERPRISE',
  entName: actor.entName,
  userName: actor.name,
});

const placementRow = (p: Placement, group: GroupRow) => ({
  id: p.placementId,
  taskId: group.id,
  documentId: p.documentId,
  signerId: '',
  kind: p.kind,
  page: p.page,
  toPage: p.toPage ?? p.page,
  rule: p.rule ?? 'CONSECUTIVE',
  x: p.x,
  y: p.y,
  width: p.width,
  height: p.height,
  field: fieldOf(group),
  part: p.placementId,
});

/** Every file gets a place, and every place is on a page of one of the files. Throws INPUT_INVALID, PLACEMENT_NOT_FILLED. */
function checkPlaces({ files }: WholeGroup, placements: readonly Placement[]): void {
  const problems: { path: string; problem: string }[] = [];
  const keys = new Set<string>();
  for (const [i, p] of placements.entries()) {
    const add = (problem: string) => problems.push({ path: `placements.${i}`, problem });
    if (keys.has(p.placementId)) add('placementRepeated');
    keys.add(p.placementId);
    checkOnPages(p, files.find((file) => file.id === p.documentId)?.pages ?? [], add);
  }
  if (problems.length > 0) throw new InputRefused(problems);
  for (const file of files) refuseOverlaps(file, placements);
  if (files.some((file) => !placements.some((p) => p.documentId === file.id && p.kind !== 'SIGN_DATE')))
    throw new AppError('PLACEMENT_NOT_FILLED');
}

/** Throws PLACES_OVERLAP for places of one file that lie over each other. */
function refuseOverlaps({ id, name, pages }: FileRow, placements: readonly Placement[]): void {
  const here = placements.filter((p) => p.documentId === id);
  const [found] = findOverlaps(here.map((place) => ({ place, boxes: boxesOf(place, pages) })));
  if (!found) return;
  const called = (p: Placement) => `${placements.indexOf(p) + 1}`;
  throw new AppError('PLACES_OVERLAP', {
    file: name,
    page: found.page,
    one: called(found.a),
    other: called(found.b),
  });
}
