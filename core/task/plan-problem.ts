import type { PlaceBox } from './place-rules.ts';
import type { Plan } from './plan.ts';

/** Names of problems of a plan; texts in the locale files under `problem.plan.*`. */
export type PlanProblemName =
  | 'taskNameRequired'
  | 'businessTypeRequired'
  | 'endBeforeStart'
  | 'endInPast'
  | 'endTooFar'
  | 'documentRequired'
  | 'documentNameRepeated'
  | 'templateUnfilled'
  | 'templateStale'
  | 'templateRepeated'
  | 'templateOtherScene'
  | 'fieldWithoutSigner'
  | 'formFillerRequired'
  | 'tooManyDocuments'
  | 'tooManyAttachments'
  | 'signerRequired'
  | 'personNeeded'
  | 'tooManySigners'
  | 'signerNameRequired'
  | 'mobileInvalid'
  | 'emailInvalid'
  | 'proofSwitchedOff'
  | 'proofNeedsMobile'
  | 'proofNeedsEmail'
  | 'proofsAutomatic'
  | 'accessCodeMissing'
  | 'accessCodeLength'
  | 'proofInBatch'
  | 'idNumberRequired'
  | 'idNumberInvalid'
  | 'enterpriseRequired'
  | 'signerRepeated'
  | 'copyRepeatsSigner'
  | 'orderNotContinuous'
  | 'placementMissing'
  | 'sealMissing'
  | 'automaticInFreeFlow'
  | 'automaticNotOwn'
  | 'automaticFields'
  | 'automaticPlaces'
  | 'placeInFreeFlow'
  | 'fieldsInFreeFlow'
  | 'dateAlone'
  | 'placementOffPage'
  | 'placeTooLarge'
  | 'placesOverlap'
  | 'pageUnknown'
  | 'crossPageTooFewPages'
  | 'crossPageRange'
  | 'rangeTooFewPages'
  | 'tooManyPlacements'
  | 'kindNotForSigner'
  | 'watermarkTextRequired'
  | 'codeSizeRequired'
  | 'codeOffPage'
  | 'keywordIncomplete'
  | 'keywordNotFound'
  | 'batchPartyMissing'
  | 'batchRowsMissing'
  | 'batchRowsWrong'
  | 'batchRowsTooMany';

/** One problem to fix: the wizard's step (1 to 4), the field's path in the plan, and the problem's name. */
export interface PlanProblem {
  step: 1 | 2 | 3 | 4;
  path: string;
  problem: PlanProblemName;
  params?: Record<string, string | number>;
}

/** Known facts about a document: page sizes in mm as displayed. */
export interface DocumentFacts {
  pages: { widthMm: number; heightMm: number }[];
  /** Resolved positions of placements by keyword, by their key, as far as the text was searched. */
  found?: ReadonlyMap<string, readonly PlaceBox[]>;
  /** Of a document made from a template: its values are newer than its file, or required ones are missing. */
  filling?: 'STALE' | 'UNFILLED' | undefined;
  /** Number of places in its file for values that signers fill in. */
  blanks?: number | undefined;
  /** Scenario of its template. */
  scene?: Plan['scenario'] | undefined;
}
