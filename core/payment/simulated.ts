/** Outcome of refunds at the simulated provider: immediate success, manual decision on /sim, or failure. */
export const SIMULATED_REFUNDS = ['AT_ONCE', 'BY_HAND', 'FAIL'] as const;
export type SimulatedRefunds = (typeof SIMULATED_REFUNDS)[number];

export const MOVEMENT_KINDS = ['PAYMENT', 'REFUND'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const MOVEMENT_STATES = ['RUNNING', 'DONE', 'FAILED'] as const;
export type MovementState = (typeof MOVEMENT_STATES)[number];

/** When the simulated provider reports a payment: immediately, after `delaySeconds`, twice concurrently, or never. */
export const SIMULATED_NOTICES = ['NOW', 'LATE', 'TWICE', 'NEVER'] as const;
