/** Limits of real names that the specification leaves open. Times in ms. */
export const REALNAME_LIMITS = {
  /** A face verification may take so long; so many may be started a day ([4.15b]). */
  faceMs: 10 * 60_000,
  facesPerDay: 10,
  /** A face that was found right waits so long for its person to come back. */
  faceWaitMs: 24 * 3_600_000,
  /** A small transfer must be answered within; wrong amounts allowed before the one that ends it. */
  transferMs: 7 * 24 * 3_600_000,
  transferWrong: 3,
  transfersPerDay: 3,
  /** Pictures that a person may hand in a day. */
  photosPerDay: 100,
  reason: 200,
} as const;
