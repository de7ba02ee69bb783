import type { Access } from '#core/call.ts';

/** Who may read an approval and its subject. */
export const READING: Access = {
  actor: 'enterprise',
  may: 'see approvals that they requested, decide, stamp or receive copies of',
  also: 'the administrators of the enterprise see all of them',
};
