/**
 * How long a test waits for one condition, of whatever kind: far longer than a busy machine of two cores needs, so that a
 * wait which ends is a fault of the product or the test. Whether something is quick is judged in the bench alone.
 */
export const PATIENCE_MS = 180_000;

/** How long one test or hook may take with all its waits. */
export const TEST_MS = 600_000;
