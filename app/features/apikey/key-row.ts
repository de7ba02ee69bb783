import type { listKeys } from '#core/apikey/calls.ts';
import type { RowOf } from '../../kit/use-list.ts';

export type KeyRow = RowOf<typeof listKeys>;
