import { toHex, utf8 } from '#core/bytes.ts';
import type { Machine } from '#core/machine.ts';
import type { PlacementKind, PlacementRule } from '#core/task/plan.ts';

/**
 * A use of seals that was asked for. TO_STAMP: approved, and waits for the stamp, of the operator who asked or of any holder.
 * LAPSED: the contract went on or ended without it, or is not any more what was asked about.
 */
export const SEAL_USE_STATES = [
  'REVIEWING',
  'TO_STAMP',
  'STAMPED',
  'REFUSED',
  'WITHDRAWN',
  'LAPSED',
] as const;
export type SealUseState = (typeof SEAL_USE_STATES)[number];
export type SealUseEvent = 'pass' | 'refuse' | 'withdraw' | 'stamp' | 'lapse';

export const SEAL_USE_MACHINE: Machine<SealUseState, SealUseEvent> = {
  initial: 'REVIEWING',
  transitions: {
    REVIEWING: { pass: 'TO_STAMP', refuse: 'REFUSED', withdraw: 'WITHDRAWN', lapse: 'LAPSED' },
    TO_STAMP: { stamp: 'STAMPED', lapse: 'LAPSED' },
    STAMPED: {},
    REFUSED: {},
    WITHDRAWN: {},
    LAPSED: {},
  },
};

/** States in which another use cannot be asked for at the same places. */
export const RUNNING_USES: readonly SealUseState[] = ['REVIEWING', 'TO_STAMP'];

/** Which seal stands at a place. */
export interface SealAtPlace {
  placementId: string;
  sealId: string;
}

/** What is filled into a field of the signer's. */
export interface ValueAtPlace {
  placementId: string;
  /** As people know the field. */
  name: string;
  value: string;
}

/** What of a use of seals is approved. */
export interface SealUseFacts {
  subject: 'SEAL';
  taskId: string;
  signerId: string;
  /** Account of the operator who asks. */
  operator: string;
  /** The operator lacks one of the seals: a holder stamps. */
  byHolder: boolean;
  reason: string;
  seals: readonly { sealId: string; name: string }[];
  /** SHA-256 of each file as it went to the signers. */
  files: readonly { name: string; sha256: string }[];
  /** mm from the top left of the page as seen; `file` is a position in the list above. */
  places: readonly {
    file: number;
    kind: PlacementKind;
    page: number;
    toPage: number;
    rule: PlacementRule;
    x: number;
    y: number;
    width: number;
    height: number;
    /** Empty where no seal stands. */
    sealId: string;
    /** SHA-256 that binds what is filled in; empty where nothing is. */
    value: string;
  }[];
}

/**
 * SHA-256 of what is approved: who stamps which seals at which places of which files. The reason is what approvers are told,
 * and not what they allow.
 */
export async function digestOfSealUse(facts: SealUseFacts): Promise<string> {
  const { taskId, signerId, operator, byHolder, seals, files, places } = facts;
  const bound = [
    taskId,
    signerId,
    operator,
    byHolder,
    seals.map(({ sealId }) => sealId).toSorted(),
    files.map(({ name, sha256 }) => [name, sha256]),
    places
      .map((p) =>
        JSON.stringify([
          p.file,
          p.kind,
          p.page,
          p.toPage,
          p.rule,
          p.x,
          p.y,
          p.width,
          p.height,
          p.sealId,
          p.value,
        ]),
      )
      .toSorted(),
  ];
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(bound)))));
}
