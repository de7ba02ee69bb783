/**
 * Whether cloud seals apply ([4.22d]): the service is enabled, and the active identity is an enterprise that belongs to
 * the platform's owner, not a person or a department.
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
