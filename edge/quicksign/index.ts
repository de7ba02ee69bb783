import * as calls from '#core/quicksign/calls.ts';
import * as ukeyCalls from '#core/quicksign/ukey-calls.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { createQuickFiles } from './create-quick-files.ts';
import { completeQuickFiles, revokeQuickFiles } from './end-quick-files.ts';
import { downloadQuickFile, getQuickFiles } from './get-quick-files.ts';
import { listQuickFiles } from './list-quick-files.ts';
import { signQuickFiles } from './sign-quick-files.ts';
import { beginQuickUkey } from './sign-with-ukey.ts';

export const quicksignCalls = [
  implement(calls.createQuickFiles, createQuickFiles),
  implement(calls.listQuickFiles, listQuickFiles),
  implement(calls.getQuickFiles, getQuickFiles),
  implement(calls.signQuickFiles, signQuickFiles),
  implement(ukeyCalls.beginQuickUkey, beginQuickUkey),
  implement(calls.revokeQuickFiles, revokeQuickFiles),
  implement(calls.completeQuickFiles, completeQuickFiles),
  implement(calls.downloadQuickFile, downloadQuickFile),
];
