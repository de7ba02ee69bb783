import { AUTOMATIC_KINDS } from '#core/autosign/opening.ts';
import { LIMITS, type Limits, STANDARD_LIMITS } from '#core/config/limits.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import { DAY_MS } from '#core/time.ts';
import { isIdNumber } from '#core/validate/id-number.ts';
import { email } from '#core/validate/rules.ts';
import { checkCode } from './check-code.ts';
import { checkProofs } from './check-proofs.ts';
import { boxesOf, findOverlaps, isTooLarge, LARGEST_PLACE, mayOverlap } from './place-rules.ts';
import type { Plan, PlanPlacement, PlanSigner } from './plan.ts';
import type { DocumentFacts, PlanProblem, PlanProblemName } from './plan-problem.ts';
import type { SignerProof } from './signer-proofs.ts';

export type { DocumentFacts, PlanProblem, PlanProblemName };

export const MOBILE = /^1[3-9]\d{9}$/;

interface PlanContext {
  /** Epoch ms. */
  now: number;
  /** By documentId; without facts only the document's shape is checked. */
  facts: ReadonlyMap<string, DocumentFacts>;
  /** Limits in force; the standard limits if unknown. */
  limits?: Limits;
  /** Proofs of signers that the platform has switched off. */
  proofsOff?: readonly SignerProof[];
}

/** All problems that prevent a plan from being sent ([5.11], [5.12]). The same in browser and Worker. */
export function checkPlan(plan: Plan, context: PlanContext): PlanProblem[] {
  return [
    ...checkTask(plan, context.now, context.limits),
    ...checkCode(plan, context),
    ...checkFilling(plan, context),
    ...checkParties(plan, context.limits),
    ...checkProofs(plan, context.proofsOff),
    ...checkOrder(plan),
    ...checkPlacements(plan, context),
  ];
}

/** Step 1: documents made from templates. */
function checkFilling(plan: Plan, { facts }: Pick<PlanContext, 'facts'>): PlanProblem[] {
  return plan.documents.flatMap(({ documentId, fileName, formFields }, i): PlanProblem[] => {
    const { filling, blanks = 0, scene = plan.scenario } = facts.get(documentId) ?? {};
    if (scene !== plan.scenario)
      return [{ step: 1, path: `documents.${i}`, problem: 'templateOtherScene', params: { name: fileName } }];
    const ofSigners = plan.placements.filter((p) => p.kind === 'FIELD' && p.documentId === documentId);
    if (plan.signFlow === 'FREE' && (blanks > 0 || formFields === 'FILL'))
      return [{ step: 1, path: `documents.${i}`, problem: 'fieldsInFreeFlow', params: { name: fileName } }];
    if (!filling && ofSigners.length < blanks)
      return [{ step: 1, path: `documents.${i}`, problem: 'fieldWithoutSigner', params: { name: fileName } }];
    if (!filling) return [];
    const problem = filling === 'STALE' ? 'templateStale' : 'templateUnfilled';
    return [{ step: 1, path: `documents.${i}`, problem, params: { name: fileName } }];
  });
}

/** Step 1 ([5.11a,b,e,g]). */
export function checkTask(plan: Plan, now: number, limits: Limits = STANDARD_LIMITS): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const add = (path: string, problem: PlanProblemName, params?: PlanProblem['params']) =>
    problems.push({ step: 1, path, problem, ...(params ? { params } : {}) });
  if (plan.taskName.trim() === '') add('taskName', 'taskNameRequired');
  if (plan.businessType === '') add('businessType', 'businessTypeRequired');
  if (plan.endTime !== undefined) {
    if (plan.endTime < (plan.startTime ?? 0)) add('endTime', 'endBeforeStart');
    else if (plan.endTime < now) add('endTime', 'endInPast');
  }
  // a start without an end is bounded by the same number of days
  const last = plan.endTime ?? plan.startTime;
  if (last !== undefined && last > now + limits.deadlineDays * DAY_MS)
    add('endTime', 'endTooFar', { days: limits.deadlineDays });
  if (plan.documents.length === 0) add('documents', 'documentRequired');
  if (plan.documents.length > limits.filesPerTask)
    add('documents', 'tooManyDocuments', { max: limits.filesPerTask });
  if (plan.attachments.length > LIMITS.attachmentsPerTask)
    add('attachments', 'tooManyAttachments', { max: LIMITS.attachmentsPerTask });
  const names = new Set<string>();
  const versions = new Set<string>();
  plan.documents.forEach((document, i) => {
    if (names.has(document.fileName)) add(`documents.${i}.fileName`, 'documentNameRepeated');
    names.add(document.fileName);
    if (!document.template) return;
    const { versionId } = document.template;
    if (versions.has(versionId)) add(`documents.${i}.template`, 'templateRepeated');
    versions.add(versionId);
  });
  if (plan.watermarkState === 'ENABLE' && !plan.watermark?.text.trim())
    add('watermark.text', 'watermarkTextRequired');
  return problems;
}

/** Key by which two signers are equal: the same person would sign for the same party. */
export const partyKey = (party: {
  entId?: string | undefined;
  entName?: string | undefined;
  accountId?: string | undefined;
  mobile: string;
  email?: string | undefined;
}): string =>
  `${party.entId || nameKey(party.entName ?? '')}|${party.accountId || party.mobile || (party.email ?? '').toLowerCase()}`;

const isEmail = (text: string): boolean => email().safeParse(text).success;

/** Whether a party's identity is known: two parties that are not filled in yet do not count as equal. */
const isKnown = (party: {
  accountId?: string | undefined;
  mobile: string;
  email?: string | undefined;
}): boolean => Boolean(party.accountId || party.mobile || party.email);

/** Step 2 ([5.11h]), in the order of the fields on the screen. */
export function checkParties(plan: Plan, limits: Limits = STANDARD_LIMITS): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const add = (path: string, problem: PlanProblemName, params?: PlanProblem['params']) =>
    problems.push({ step: 2, path, problem, ...(params ? { params } : {}) });
  const signers = plan.signers;
  if (signers.length === 0) add('signers', 'signerRequired');
  else if (plan.scenario === 'HR' && !signers.some(({ type }) => type === 'PERSON'))
    add('signers', 'personNeeded');
  if (signers.length > limits.signersPerTask)
    add('signers', 'tooManySigners', { max: limits.signersPerTask });
  plan.documents.forEach(({ fileName, formFields, formFiller }, i) => {
    if (formFields === 'FILL' && !signers.some(({ signerId }) => signerId === formFiller))
      add(`documents.${i}.formFiller`, 'formFillerRequired', { name: fileName });
  });
  const seen = new Set<string>();
  const checkPerson = (
    path: string,
    party: {
      userName: string;
      mobile: string;
      email?: string | undefined;
      accountId?: string | undefined;
    },
  ) => {
    if (party.userName.trim() === '') add(`${path}.userName`, 'signerNameRequired');
    const byMail = party.mobile === '' && Boolean(party.email);
    if (!party.accountId && !byMail && !MOBILE.test(party.mobile)) add(`${path}.mobile`, 'mobileInvalid');
    if (party.email && !isEmail(party.email)) add(`${path}.email`, 'emailInvalid');
  };
  signers.forEach((signer, i) => {
    const path = `signers.${i}`;
    if (signer.type === 'ENTERPRISE' && !signer.entId && !signer.entName?.trim())
      add(`${path}.entName`, 'enterpriseRequired');
    checkPerson(path, signer);
    if (signer.autoSealId) {
      if (plan.signFlow === 'FREE') add(`${path}.autoSealId`, 'automaticInFreeFlow');
      // Whether the colleague is the sender is checked where the sender is known.
      else if (signer.type !== 'ENTERPRISE' || !signer.entId) add(`${path}.autoSealId`, 'automaticNotOwn');
      else if (plan.placements.some(({ kind }) => kind === 'FIELD'))
        add(`${path}.autoSealId`, 'automaticFields');
    }
    if (signer.type === 'PERSON' && signer.idType) {
      if (!signer.idNumber) add(`${path}.idNumber`, 'idNumberRequired');
      else if (!isIdNumber(signer.idType, signer.idNumber)) add(`${path}.idNumber`, 'idNumberInvalid');
    }
    if (isKnown(signer) && seen.has(partyKey(signer))) add(`${path}.mobile`, 'signerRepeated');
    seen.add(partyKey(signer));
  });
  plan.copies.forEach((copy, i) => {
    if (copy.type === 'ENTERPRISE' && !copy.entId && !copy.entName?.trim())
      add(`copies.${i}.entName`, 'enterpriseRequired');
    checkPerson(`copies.${i}`, copy);
    if (isKnown(copy) && seen.has(partyKey(copy))) add(`copies.${i}.mobile`, 'copyRepeatsSigner');
    seen.add(partyKey(copy));
  });
  return problems;
}

/** Step 3 ([5.11i]): orders run 1, 2, 3 … without a gap; equal numbers sign in parallel. */
export function checkOrder(plan: Plan): PlanProblem[] {
  if (plan.orderState === 'DISORDER') return [];
  const orders = [...new Set(plan.signers.map((s) => s.signOrder))].sort((a, b) => a - b);
  return orders.every((order, i) => order === i + 1)
    ? []
    : [{ step: 3, path: 'signers', problem: 'orderNotContinuous' }];
}

const isSeal = (p: PlanPlacement) => p.kind !== 'SIGN_DATE';
const isSigning = (p: PlanPlacement) => p.kind !== 'FIELD';

/** Step 4 ([5.11l-n], [5.12]). */
export function checkPlacements(
  plan: Plan,
  { facts, limits = STANDARD_LIMITS }: Pick<PlanContext, 'facts' | 'limits'>,
): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const add = (path: string, problem: PlanProblemName, params?: PlanProblem['params']) =>
    problems.push({ step: 4, path, problem, ...(params ? { params } : {}) });
  if (plan.placements.length > limits.placementsPerTask)
    add('placements', 'tooManyPlacements', { max: limits.placementsPerTask });
  const signers = new Map(plan.signers.map((s) => [s.signerId, s]));
  plan.placements.forEach((placement, i) => {
    const path = `placements.${i}`;
    const signer = signers.get(placement.signerId);
    if (!signer || !plan.documents.some((d) => d.documentId === placement.documentId))
      add(path, 'placementMissing');
    else if (!kindFits(placement, signer)) add(path, 'kindNotForSigner');
    const { pages, found } = facts.get(placement.documentId) ?? {};
    if (placement.keyword?.text.trim() === '') add(`${path}.keyword`, 'keywordIncomplete');
    else if (placement.keyword && found?.get(placement.placementId)?.length === 0)
      add(`${path}.keyword`, 'keywordNotFound', {
        keyword: placement.keyword.text,
        file: plan.documents.find((d) => d.documentId === placement.documentId)?.fileName ?? '',
      });
    if (pages) checkOnPages(placement, pages, (problem, params) => add(path, problem, params), limits);
  });
  if (plan.signFlow === 'FREE') {
    if (plan.placements.length > 0) add('placements', 'placeInFreeFlow');
    return problems;
  }
  if (problems.length === 0) problems.push(...checkOverlaps(plan, facts));
  plan.signers.forEach((signer, i) => {
    const own = plan.placements.filter((p) => p.signerId === signer.signerId && isSigning(p));
    const path = `signers.${i}`;
    if (own.length === 0) add(path, 'sealMissing', { name: signer.entName || signer.userName });
    else if (!own.some(isSeal)) add(path, 'dateAlone', { name: signer.entName || signer.userName });
    if (signer.autoSealId && own.some(({ kind }) => !AUTOMATIC_KINDS.includes(kind)))
      add(path, 'automaticPlaces', { name: signer.entName || signer.userName });
  });
  return problems;
}

/** Describes each overlap: the file, the page and both parties. Includes placements by keyword that were found. */
function checkOverlaps(plan: Plan, facts: PlanContext['facts']): PlanProblem[] {
  const parties = new Map(plan.signers.map((s) => [s.signerId, s.entName || s.userName]));
  return plan.documents.flatMap(({ documentId, fileName }) => {
    const { pages, found } = facts.get(documentId) ?? {};
    if (!pages) return [];
    const places = plan.placements
      .filter((p) => p.documentId === documentId)
      .flatMap((place) =>
        place.keyword
          ? (found?.get(place.placementId) ?? []).map((box) => ({ place, boxes: [box] }))
          : [{ place, boxes: boxesOf(place, pages) }],
      );
    const over = findOverlaps(places).filter(({ a, b }) => !mayOverlap(a, b));
    return over.map(({ a, b, page }) => ({
      step: 4 as const,
      path: `placements.${plan.placements.indexOf(b)}`,
      problem: 'placesOverlap' as const,
      params: {
        file: fileName,
        page,
        one: parties.get(a.signerId) ?? '',
        other: parties.get(b.signerId) ?? '',
      },
    }));
  });
}

/** Whether a signer of this type may have this kind of placement: enterprise seals belong to enterprises. */
export const kindFits = (placement: Pick<PlanPlacement, 'kind'>, signer: Pick<PlanSigner, 'type'>): boolean =>
  signer.type === 'ENTERPRISE' || placement.kind !== 'ENT_SEAL';

/**
 * Problems of a placement's position on pages of these sizes. A page range ascends and has at least the number of pages
 * that the platform requires, for a cross-page seal as well as for a seal on several pages.
 */
export function checkOnPages(
  placement: Omit<PlanPlacement, 'signerId' | 'documentId'>,
  pages: DocumentFacts['pages'],
  add: (problem: PlanProblemName, params?: PlanProblem['params']) => void,
  { crossPageMinimum: min }: Pick<Limits, 'crossPageMinimum'> = STANDARD_LIMITS,
): void {
  if (isTooLarge(placement)) {
    add('placeTooLarge', { ...LARGEST_PLACE[placement.kind] });
    return;
  }
  const last = placement.toPage ?? placement.page;
  if (placement.page > pages.length || last > pages.length) {
    add('pageUnknown', { pages: pages.length });
    return;
  }
  if (last < placement.page) {
    add('crossPageRange');
    return;
  }
  const step = placement.rule === 'ALTERNATE' ? 2 : 1;
  const used = Math.floor((last - placement.page) / step) + 1;
  const isRange = placement.kind === 'CROSS_PAGE' || last > placement.page;
  if (isRange && used < min) {
    add(placement.kind === 'CROSS_PAGE' ? 'crossPageTooFewPages' : 'rangeTooFewPages', { min });
    return;
  }
  if (placement.keyword) return;
  for (let page = placement.page; page <= last; page += step) {
    if (fitsOn(pages[page - 1]!, placement)) continue;
    add('placementOffPage', { page });
    return;
  }
}

function fitsOn(
  page: DocumentFacts['pages'][number],
  { kind, x, y, width, height }: Pick<PlanPlacement, 'kind' | 'x' | 'y' | 'width' | 'height'>,
): boolean {
  // A cross-page seal crosses the right edge by design; only its height must fit.
  const right = kind === 'CROSS_PAGE' ? 0 : x + width;
  const slack = 0.5;
  return x >= -slack && y >= -slack && right <= page.widthMm + slack && y + height <= page.heightMm + slack;
}
