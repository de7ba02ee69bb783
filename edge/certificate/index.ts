import { toBase64 } from '#core/bytes.ts';
import * as calls from '#core/certificate/calls.ts';
import * as sim from '#core/certificate/sim-calls.ts';
import * as sealCalls from '#core/seal/certificate-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { trustAnchors } from '#edge/pki/trust-anchors.ts';
import { certificateTypes } from './certificate-types.ts';
import { certifyUkey } from './certify-ukey.ts';
import { continueOrder, refreshOrder } from './continue-order.ts';
import { getExpiring, listCertificates } from './list-certificates.ts';
import { getOrder, listOrders } from './list-orders.ts';
import { renewCertificates } from './renew-certificates.ts';
import { revokeOrder } from './revoke-order.ts';
import {
  applyCertificate,
  continueCertificate,
  updateCertificate,
  withdrawCertificate,
} from './seal-certificate.ts';
import { sendUserAuthToOrder } from './send-applicant.ts';
import { answerSimulatedOrder, holdSimulatedOrders, listSimulatedOrders } from './simulated-ca.ts';

const certificateCalls = [
  implement(sealCalls.applyCertificate, applyCertificate),
  implement(sealCalls.continueCertificate, continueCertificate),
  implement(sealCalls.withdrawCertificate, withdrawCertificate),
  implement(sealCalls.updateCertificate, updateCertificate),
  implement(sealCalls.certifyUkey, certifyUkey),
  implementOpen(calls.listTrustAnchors, async (_input, context) =>
    (await trustAnchors(context)).map(({ subject, der }) => ({ name: subject.text, der: toBase64(der) })),
  ),
  implement(calls.listBusinessTypes, async (_input, context) => [...(await certificateTypes(context))]),
  implement(calls.listCertificates, listCertificates),
  implement(calls.renewCertificates, renewCertificates),
  implement(calls.getExpiring, getExpiring),
  implement(calls.listOrders, listOrders),
  implement(calls.getOrder, getOrder),
  implement(calls.continueOrder, continueOrder),
  implement(calls.refreshOrder, refreshOrder),
  implement(calls.revokeOrder, revokeOrder),
  implement(calls.sendUserAuthToOrder, sendUserAuthToOrder),
  implementOpen(sim.listSimulatedOrders, listSimulatedOrders),
  implementOpen(sim.answerSimulatedOrder, answerSimulatedOrder),
  implementOpen(sim.holdSimulatedOrders, holdSimulatedOrders),
];

export const certificate: Domain = {
  calls: certificateCalls,
  jobs: [
    {
      name: 'certificates',
      load: () => import('./seal-certificate.ts').then((m) => m.runCertificatesJob),
    },
  ],
};
