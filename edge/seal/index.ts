import { eq } from 'drizzle-orm';
import { errorText } from '#core/locales/error-text.ts';
import * as calls from '#core/seal/calls.ts';
import * as certificate from '#core/seal/certificate-calls.ts';
import * as cloud from '#core/seal/cloud-calls.ts';
import * as template from '#core/seal/template-calls.ts';
import { listUsableSeals as usableCall } from '#core/seal/usable-calls.ts';
import { enterprise } from '#db/schema/index.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { managesSeals } from './access.ts';
import {
  answerCloudChallenge,
  confirmCloudQr,
  listCloudChallenges,
  queryCloudToken,
  requestCloudQr,
} from './cloud-seal.ts';
import { createSeal, updateSeal } from './create-seal.ts';
import { getPicture, listStamps } from './get-picture.ts';
import { listGrants, saveGrants } from './grants.ts';
import { listRecords } from './list-records.ts';
import { getSeal, listSeals } from './list-seals.ts';
import { listUsableSeals } from './list-usable-seals.ts';
import { saveAutograph } from './save-autograph.ts';
import { setSealApproval } from './set-seal-approval.ts';
import { switchSeal } from './switch-seal.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts';
import { allowUkey, forbidUkey } from './ukeys.ts';
import { uploadPicture } from './upload-picture.ts';
import { whyNothingStamps } from './use-seals.ts';

const sealCalls = [
  implement(usableCall, listUsableSeals),
  implement(calls.listSeals, listSeals),
  implement(calls.getSeal, getSeal),
  implement(calls.listStamps, listStamps),
  implement(calls.saveAutograph, saveAutograph),
  implement(calls.uploadPicture, uploadPicture),
  implement(calls.getPicture, getPicture),
  implement(calls.createSeal, createSeal),
  implement(calls.updateSeal, updateSeal),
  implement(calls.enableSeal, switchSeal('enable')),
  implement(calls.disableSeal, switchSeal('disable')),
  implement(calls.deleteSeal, switchSeal('delete')),
  implement(calls.setSealApproval, setSealApproval),
  implement(calls.listGrants, listGrants),
  implement(calls.saveGrants, saveGrants),
  implement(certificate.allowUkey, allowUkey),
  implement(certificate.forbidUkey, forbidUkey),
  implement(template.listSealTemplates, listTemplates),
  implement(template.saveSealTemplate, saveTemplate),
  implement(template.deleteSealTemplate, deleteTemplate),
  implement(calls.listRecords, listRecords),
  implement(cloud.queryCloudToken, queryCloudToken),
  implement(cloud.requestCloudQr, requestCloudQr),
  implement(cloud.confirmCloudQr, confirmCloudQr),
  implementOpen(cloud.listCloudChallenges, listCloudChallenges),
  implementOpen(cloud.answerCloudChallenge, answerCloudChallenge),
  implement(calls.getStampProblem, async (_input, context) => {
    const problem = await whyNothingStamps(context);
    return { problem: problem?.name ?? '', message: problem ? errorText(problem, context.language) : '' };
  }),
  implement(calls.getBuilderFacts, async (_input, context) => {
    const { actor, db } = context;
    const [owner] = actor.entId
      ? await db.select().from(enterprise).where(eq(enterprise.id, actor.entId))
      : [];
    return {
      ownerName: owner?.name ?? actor.name,
      englishName: owner?.nameEn ?? '',
      creditCode: owner?.creditCode ?? '',
      maySeal: managesSeals(actor),
    };
  }),
];

export const seals: Domain = {
  calls: sealCalls,
  jobs: [
    {
      name: 'expired codes of the cloud seal',
      load: () => import('./forget-cloud-codes.ts').then((m) => m.forgetCloudCodes),
    },
  ],
};
