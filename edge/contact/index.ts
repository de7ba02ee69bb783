import * as calls from '#core/contact/calls.ts';
import * as programs from '#core/contact/program-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { openBook } from './open-book.ts';
import { listContacts, removeContacts, saveContacts } from './program-book.ts';

export const contacts: Domain = {
  calls: [
    implement(calls.openBook, openBook),
    implement(programs.listContacts, listContacts),
    implement(programs.saveContacts, saveContacts),
    implement(programs.removeContacts, removeContacts),
  ],
};
