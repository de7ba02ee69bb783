import type { Machine } from '#core/machine.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { PlacementKind, PlacementRule } from '#core/task/plan.ts';

/**
 * A requested use of seals. TO_STAMP: approved, and waits for the operator who requested it or for a holder to stamp.
 * LAPSED: the contract continued or ended without it, or has changed since the request.
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

/** States in which another use cannot be requested for the same places. */
export const RUNNING_USES: readonly SealUseState[] = ['REVIEWING', 'TO_STAMP'];

/** The seal of a placement. */
export interface SealAtPlace {
  placementId: string;
  sealId: string;
}

/** The value of one of the signer's fields. */
export interface ValueAtPlace {
  placementId: string;
  /** Display name of the field. */
  name: string;
  value: string;
}

/** The approved facts of a use of seals. */
export interface SealUseFacts {
  subject: 'SEAL';
  taskId: string;
  signerId: string;
  /** Account of the operator who requests the use. */
  operator: string;
  /** Whether a holder stamps, because the operator does not hold all of the seals. */
  byHolder: boolean;
  reason: string;
  seals: readonly { sealId: string; name: string }[];
  /** SHA-256 of each file that was sent to the signers. */
  files: readonly { name: string; sha256: string }[];
  /** mm from the top left of the displayed page; `file` is an index in `files`. */
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
    /** Empty if the placement has no seal. */
    sealId: string;
    /** SHA-256 that binds the filled-in value; empty if there is none. */
    value: string;
  }[];
}

/**
 * SHA-256 of the approved facts: who stamps which seals at which places of which files. The reason only informs
 * approvers and is not bound.
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
  return await sha256Hex(JSON.stringify(bound));
}
