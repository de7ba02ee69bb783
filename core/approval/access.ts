import type { Access } from '#core/call.ts';

/** Who reads an approval, and with it what it is about. */
export const READING: Access = {
  actor: 'enterprise',
  may: 'see approvals that one asked for, decides, stamps or is told of',
  also: 'the administrators of the enterprise see all of them',
};
