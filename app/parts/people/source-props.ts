import type { ReactNode } from 'react';
import type { ReadName } from '#core/contact/search.ts';
import type { PickedParty } from '#core/task/partner.ts';

/** Props shared by all sources. */
export interface SourceProps {
  search: string;
  read: ReadName;
  list: <R>(rows: readonly R[], partyOf: (row: R) => PickedParty, line: (row: R) => ReactNode) => ReactNode;
}
