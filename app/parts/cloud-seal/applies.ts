/**
 * Whether cloud seals apply ([4.22d]): the service is switched on, and the active user is an enterprise of its own that
 * belongs to the platform's owner, no person and no department.
 */
export const cloudSealsApply = (
  gbState: 'ENABLE' | 'DISABLE' | undefined,
  active: { type: string; nodeType: string; userOwnerType: string } | undefined,
): boolean =>
  gbState === 'ENABLE' &&
  active !== undefined &&
  active.type !== 'person' &&
  active.nodeType === 'ENTERPRISE-ENTERPRISE' &&
  active.userOwnerType === 'INSIDE';
