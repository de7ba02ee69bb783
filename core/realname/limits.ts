import { DAY_MS } from '#core/time.ts';

/** Limits for real-name verification that the specification leaves open. Times in ms. */
export const REALNAME_LIMITS = {
  /** Maximum duration of a face verification, and number of them per day ([4.15b]). */
  faceMs: 10 * 60_000,
  facesPerDay: 10,
  /** How long a successful face verification waits for the person's return. */
  faceWaitMs: DAY_MS,
  /** Time to confirm a small transfer, and number of wrong amounts after which it ends. */
  transferMs: 7 * DAY_MS,
  transferWrong: 3,
  transfersPerDay: 3,
  /** Pictures that a person may upload per day. */
  photosPerDay: 100,
  reason: 200,
} as const;
