import * as calls from '#core/autosign/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { listAutoSigns, listUsableAutoSigns } from './list-auto-signs.ts';
import { endAutoSign, openAutoSign } from './open-auto-sign.ts';

export const autoSigns: Domain = {
  calls: [
    implement(calls.openAutoSign, openAutoSign),
    implement(calls.endAutoSign, endAutoSign),
    implement(calls.listAutoSigns, listAutoSigns),
    implement(calls.listUsableAutoSigns, listUsableAutoSigns),
  ],
};
