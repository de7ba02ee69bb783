import * as calls from '#core/payment/sim-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implementOpen } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { simulatedNoticeDue } from './effects.ts';
import * as simulator from './play-simulator.ts';
import { NOTICE_PATH } from './providers.ts';
import { servePaymentNotices } from './take-notice.ts';

export const payments: Domain = {
  calls: [
    implementOpen(calls.listSimulatedTrades, simulator.listSimulatedTrades),
    implementOpen(calls.paySimulatedTrade, simulator.paySimulatedTrade),
    implementOpen(calls.refuseSimulatedTrade, simulator.refuseSimulatedTrade),
    implementOpen(calls.sendSimulatedNotice, simulator.sendSimulatedNotice),
    implementOpen(calls.setSimulatedRefunds, simulator.setSimulatedRefunds),
    implementOpen(calls.settleSimulatedRefund, simulator.settleSimulatedRefund),
    implementOpen(calls.readSimulatedBill, simulator.readSimulatedBill),
  ],
  effects: [handle(simulatedNoticeDue, async () => simulator.sendDueNotice)],
  jobs: [
    {
      name: 'payment notifications',
      load: () => import('./drop-old-notices.ts').then((m) => m.dropOldNotices),
    },
  ],
  paths: [{ path: NOTICE_PATH, serve: servePaymentNotices }],
};
