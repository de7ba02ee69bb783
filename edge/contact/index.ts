import * as calls from '#core/contact/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { openBook } from './open-book.ts';

export const contacts: Domain = {
  calls: [implement(calls.openBook, openBook)],
};
