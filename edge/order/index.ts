import * as calls from '#core/order/calls.ts';
import * as invoiceCalls from '#core/order/invoice-calls.ts';
import * as platformCalls from '#core/order/platform-calls.ts';
import * as reconciliationCalls from '#core/order/reconciliation-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { paymentNoticed } from '#edge/payment/effects.ts';
import { invoiceMailEffect } from './effects.ts';
import { listOffers, listPackages, savePackage, switchPackage } from './packages.ts';
import { askPayment, payOrder } from './pay-order.ts';
import { placeOrder } from './place-order.ts';
import { listReconciliations, reconcileDay } from './reconcile.ts';
import {
  cancelInvoice,
  downloadInvoice,
  getInvoiceForm,
  requestInvoice,
  resendInvoice,
  retryInvoice,
} from './request-invoice.ts';
import { requestRefund, withdrawRefund } from './request-refund.ts';
import { decideRefund, listRefunds, retryRefund } from './review-refund.ts';
import { confirmReceipt, revokeOrder } from './revoke-order.ts';
import { receiveReturn, shipOrder } from './ship-order.ts';
import { getOrder, getPlatformOrder, listOrders, listPlatformOrders } from './view-order.ts';

export const orders: Domain = {
  calls: [
    implement(calls.listOffers, listOffers),
    implement(calls.placeOrder, placeOrder),
    implement(calls.listOrders, listOrders),
    implement(calls.getOrder, getOrder),
    implement(calls.payOrder, payOrder),
    implement(calls.askPayment, askPayment),
    implement(calls.revokeOrder, revokeOrder),
    implement(calls.confirmReceipt, confirmReceipt),
    implement(calls.requestRefund, requestRefund),
    implement(calls.withdrawRefund, withdrawRefund),
    implement(invoiceCalls.getInvoiceForm, getInvoiceForm),
    implement(invoiceCalls.requestInvoice, requestInvoice),
    implement(invoiceCalls.cancelInvoice, cancelInvoice),
    implement(invoiceCalls.downloadInvoice, downloadInvoice),
    implement(invoiceCalls.resendInvoice, resendInvoice),
    implement(invoiceCalls.retryInvoice, retryInvoice),
    implement(reconciliationCalls.listReconciliations, listReconciliations),
    implement(reconciliationCalls.reconcile, reconcileDay),
    implement(platformCalls.listPackages, listPackages),
    implement(platformCalls.savePackage, savePackage),
    implement(platformCalls.switchPackage, switchPackage),
    implement(platformCalls.listPlatformOrders, listPlatformOrders),
    implement(platformCalls.getPlatformOrder, getPlatformOrder),
    implement(platformCalls.shipOrder, shipOrder),
    implement(platformCalls.receiveReturn, receiveReturn),
    implement(platformCalls.listRefunds, listRefunds),
    implement(platformCalls.decideRefund, decideRefund),
    implement(platformCalls.retryRefund, retryRefund),
  ],
  effects: [
    handle(paymentNoticed, () => import('./settle-payment.ts').then((m) => m.takeNotice)),
    handle(invoiceMailEffect, () => import('./run-invoice.ts').then((m) => m.mailInvoice)),
  ],
  jobs: [
    { name: 'payments of orders', load: () => import('./run-payments-job.ts').then((m) => m.runPaymentsJob) },
    { name: 'invoices', load: () => import('./run-invoice.ts').then((m) => m.runInvoices) },
    {
      name: 'bills of payment providers',
      load: () => import('./reconcile.ts').then((m) => m.reconcileYesterday),
    },
    { name: 'refunds', load: () => import('./run-refund.ts').then((m) => m.runRefunds) },
    { name: 'shipments', load: () => import('./ship-order.ts').then((m) => m.runShipmentsJob) },
  ],
};
