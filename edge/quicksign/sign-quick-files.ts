import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { Limits } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { signQuickFiles as call } from '#core/quicksign/calls.ts';
import type { beginQuickUkey as beginCall } from '#core/quicksign/ukey-calls.ts';
import { checkOnPages } from '#core/task/check-plan.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { signatureLabel } from '#core/task/signature-label.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { placeOf } from '#edge/signing/prepare-document.ts';
import type { DocumentRow } from '#edge/signing/rows.ts';
import { signWith } from '#edge/signing/sign-here.ts';
import { beginUkey } from '#edge/signing/sign-with-ukey.ts';
import type { Places, Signable } from '#edge/signing/signable.ts';
import { finishGroupEffect } from './effects.ts';
import { changeGroup, type GroupRow, raiseFile, readGroup, stateAfter } from './read-group.ts';

type Answer = OutputOf<typeof call>;
type Placement = ParsedInputOf<typeof call>['placements'][number];

/**
 * Signing of a complete group of files by one person ([1.5]). The signer's input contains the placements, which are
 * reserved and signed in one step, so that a signed PDF starts with the unchanged upload. Of two concurrent signings
 * one succeeds, the other throws ALREADY_SIGNED.
 */
export const signableGroup: Signable<Placement[], Answer> = {
  kind: 'QUICK',
  async open(context, id) {
    const { actor, now } = context;
    const { group, files } = await readGroup(context, id);
    const status = stateAfter(group, 'sign');
    requireVerifiedName(context);
    const limits = await limitsInForce(context);
    const party = {
      type: actor.entId === '' ? 'PERSON' : 'ENTERPRISE',
      entName: actor.entName,
      userName: actor.name,
    } as const;
    return {
      id,
      name: group.name,
      fileType: group.fileType,
      documents: files,
      party,
      signerId: '',
      facts: { businessType: group.businessType, counterparties: [] },
      placesOf: (placements) => placesIn(group, files, placements, signatureLabel(party), limits),
      raise: raiseFile(context),
      async write({ documents, entry, statements, proofs }) {
        const answer = { id, status, documents };
        await changeGroup(context, group, {
          set: { state: status, signedAt: now },
          trail: [entry],
          more: [
            ...statements,
            enqueue(context, `quick:${id}`, finishGroupEffect, { groupId: id }),
            ...context.remember(answer),
          ],
          proofs,
        });
        return answer;
      },
    };
  },
};

export async function signQuickFiles(
  { id, seen, consent, placements }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<Answer> {
  const request = { id, seen, input: placements };
  const { steps: _, ...answer } = await signWith(context, signableGroup, request, consent);
  return answer;
}

/** Begins to sign a group with a UKey; continued by `continueUkey` of edge/signing. */
export const beginQuickUkey = (
  { id, seen, ukeySerial, placements }: ParsedInputOf<typeof beginCall>,
  context: SignedInContext,
): Promise<UkeySigningState> =>
  beginUkey(context, signableGroup, { id, seen, input: placements }, ukeySerial);

/**
 * Validates the placements and converts them to rows, with one field per file to reserve. Throws as `checkPlaces` does.
 */
function placesIn(
  group: GroupRow,
  files: readonly DocumentRow[],
  planned: readonly Placement[],
  label: string,
  limits: Limits,
): Places {
  checkPlaces(files, planned, limits);
  // Unique per group, so that a signed file can be quick-signed again in another group.
  const field = `Quick${group.id}`;
  return {
    placements: planned.map(({ placementId, toPage, rule, sealId: _, drawing: __, ...place }) => ({
      ...place,
      id: placementId,
      part: placementId,
      field,
      taskId: group.id,
      signerId: '',
      toPage: toPage ?? place.page,
      rule: rule ?? 'CONSECUTIVE',
      fills: null,
      valueSealed: '',
    })),
    fillings: [...planned],
    reserve: (documentId) => ({
      signatureFields: [
        { name: field, label, places: planned.filter((p) => p.documentId === documentId).map(placeOf) },
      ],
    }),
  };
}

/**
 * Checks that every file has a placement to sign at and every placement is on a page of one of the files. Throws
 * INPUT_INVALID, PLACES_OVERLAP, PLACEMENT_NOT_FILLED.
 */
function checkPlaces(files: readonly DocumentRow[], placements: readonly Placement[], limits: Limits): void {
  const problems: { path: string; problem: string }[] = [];
  const keys = new Set<string>();
  for (const [i, p] of placements.entries()) {
    const add = (problem: string) => problems.push({ path: `placements.${i}`, problem });
    if (keys.has(p.placementId)) add('placementRepeated');
    keys.add(p.placementId);
    checkOnPages(p, files.find((file) => file.id === p.documentId)?.pages ?? [], add, limits);
  }
  if (problems.length > 0) throw new InputRefused(problems);
  for (const file of files) refuseOverlaps(file, placements);
  if (files.some((file) => !placements.some((p) => p.documentId === file.id && p.kind !== 'SIGN_DATE')))
    throw new AppError('PLACEMENT_NOT_FILLED');
}

/** Throws PLACES_OVERLAP if placements in one file overlap. */
function refuseOverlaps({ id, name, pages }: DocumentRow, placements: readonly Placement[]): void {
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
