import * as calls from '#core/batch/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { listBatches, listBatchRows, readBatch, retryBatch, stopBatch } from './batches.ts';
import { sendRowsEffect } from './effects.ts';
import { sendBatch } from './send-batch.ts';
import { sendFromTemplate } from './send-from-template.ts';

/** Sending to many; `parts` are what other rooms add to sending one contract. */
export const batches = (parts: readonly SendingPart[]): Domain => ({
  calls: [
    implement(calls.sendBatch, sendBatch),
    implement(calls.sendFromTemplate, (...args) => sendFromTemplate(parts, ...args)),
    implement(calls.listBatches, listBatches),
    implement(calls.readBatch, readBatch),
    implement(calls.listBatchRows, listBatchRows),
    implement(calls.retryBatch, retryBatch),
    implement(calls.stopBatch, stopBatch),
  ],
  effects: [
    handle(sendRowsEffect, () =>
      import('./send-rows.ts').then(
        ({ sendRows }) =>
          (context, payload) =>
            sendRows(parts, context, payload),
      ),
    ),
  ],
});
