import * as calls from '#core/quicksign/calls.ts';
import * as ukeyCalls from '#core/quicksign/ukey-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { createQuickFiles } from './create-quick-files.ts';
import { finishGroupEffect } from './effects.ts';
import { completeQuickFiles, revokeQuickFiles } from './end-quick-files.ts';
import { downloadQuickFile, getQuickFiles } from './get-quick-files.ts';
import { listQuickFiles } from './list-quick-files.ts';
import { beginQuickUkey, signQuickFiles } from './sign-quick-files.ts';

const quicksignCalls = [
  implement(calls.createQuickFiles, createQuickFiles),
  implement(calls.listQuickFiles, listQuickFiles),
  implement(calls.getQuickFiles, getQuickFiles),
  implement(calls.signQuickFiles, signQuickFiles),
  implement(ukeyCalls.beginQuickUkey, beginQuickUkey),
  implement(calls.revokeQuickFiles, revokeQuickFiles),
  implement(calls.completeQuickFiles, completeQuickFiles),
  implement(calls.downloadQuickFile, downloadQuickFile),
];

export const quickSign: Domain = {
  calls: quicksignCalls,
  effects: [
    handle(finishGroupEffect, () => import('./finish-quick-files.ts').then((m) => m.finishQuickFiles)),
  ],
};
