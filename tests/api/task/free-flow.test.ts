import { describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import type { InputOf } from '#core/call.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { downloadDocument, getTask, placeOwn, sendTask, signTask } from '#core/task/calls.ts';
import { addPlaces } from '#core/task/change-calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { PLACE_SIZE } from '#core/task/place-rules.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  personSigner,
  SIGNATURE,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

type Place = InputOf<typeof placeOwn>['places'][number];
type Kind = keyof typeof PLACE_SIZE;

const both = () => [enterpriseSigner(COMPANY_A, ADMIN_A), enterpriseSigner(COMPANY_B, ADMIN_B)];
const freePlan = async (sender: ApiClient, signers: Parameters<typeof taskToSend>[1], change = {}) => ({
  ...(await taskToSend(sender, signers, change)),
  signFlow: 'FREE' as const,
  placementList: [],
});

/** A place of its own size; `change` moves or spreads it. */
const at = (kind: Kind, x: number, y: number, change: Partial<Place> = {}) => ({
  kind,
  page: 1,
  x,
  y,
  ...PLACE_SIZE[kind],
  ...change,
});

/** The places of the one file of a task. */
async function inFile(
  client: ApiClient,
  taskId: string,
  ...places: ReturnType<typeof at>[]
): Promise<Place[]> {
  const { documents } = await client.call(getTask, { planId: taskId });
  return places.map((place) => ({ placementId: newKey(), documentId: documents[0]!.documentId, ...place }));
}

/** Places, and signs with what suits each place. */
async function placeAndSign(client: ApiClient, taskId: string, ...places: ReturnType<typeof at>[]) {
  const wanted = await inFile(client, taskId, ...places);
  const { placementIds } = await client.call(placeOwn, { planId: taskId, places: wanted });
  const seals = await client.call(listUsableSeals, {});
  const seal = seals.find((s) => s.category === 'ENTERPRISE');
  const fillings = places.flatMap(({ kind }, i): InputOf<typeof signTask>['fillings'] => {
    const placementId = placementIds[i]!;
    if (kind === 'SIGN_DATE') return [];
    return seal ? [{ placementId, sealId: seal.sealId }] : [{ placementId, drawing: SIGNATURE }];
  });
  return client.call(signTask, {
    planId: taskId,
    seen: await seenIn(client, taskId),
    consent: { method: 'PASSWORD', password: await client.seal(DEMO.signPassword) },
    fillings,
  });
}

const verdictOf = async (client: ApiClient, bytes: Parameters<typeof verifyFile>[0]) =>
  verifyFile(bytes, {
    trustAnchors: (await client.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der)),
    time: Date.now(),
  });

describe('a task whose signers place their own seals', () => {
  it('[5.11j] is sent without placements; each signs a PDF where they like, judged valid', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const person = await signedIn(INDIVIDUAL);
    const plan = await freePlan(a, [...both(), personSigner(INDIVIDUAL)]);
    const { planId: taskId } = await a.call(sendTask, plan);
    const { placements, signFlow, documents } = await a.call(getTask, { planId: taskId });
    expect([signFlow, placements]).toEqual(['FREE', []]);
    // Nothing was reserved: the file is the one that was uploaded.
    expect(documents[0]).toMatchObject({
      revision: 0,
      sha256: plan.planSendDocumentVOList[0]!.fileKey,
    });

    const seal = at('ENT_SEAL', 120, 200);
    await b.call(placeOwn, { planId: taskId, places: await inFile(b, taskId, at('ENT_SEAL', 15, 100)) });
    // Until it is signed, a place is its signer's alone, and the next ones take the place of it.
    expect((await b.call(getTask, { planId: taskId })).placements).toHaveLength(1);
    expect((await a.call(getTask, { planId: taskId })).placements).toEqual([]);
    await placeAndSign(b, taskId, seal, at('SIGN_DATE', 120, 250));
    expect((await a.call(getTask, { planId: taskId })).placements.map(({ x, kind }) => [x, kind])).toEqual(
      expect.arrayContaining([
        [120, 'ENT_SEAL'],
        [120, 'SIGN_DATE'],
      ]),
    );

    // Nobody covers what another has signed.
    expect(
      await refusal(a, placeOwn, {
        planId: taskId,
        places: await inFile(a, taskId, at('ENT_SEAL', 130, 210)),
      }),
    ).toBe('PLACES_OVERLAP');
    await placeAndSign(
      a,
      taskId,
      at('CROSS_PAGE', 0, 30, { toPage: 2 }),
      at('ENT_SEAL', 20, 200, { page: 2 }),
    );
    const last = await placeAndSign(person, taskId, at('HANDWRITTEN', 30, 130));
    expect(last).toMatchObject({ status: 'ENDED', endReason: 'COMPLETED' });
    await untilPreserved(a, taskId);
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ wholeFile: 1, clean: true });
    const { signatures, valid } = judge(bytes);
    expect(valid).toBe(signatures);
    const verdict = await verdictOf(a, bytes);
    expect(verdict.verdict).toBe('valid');
    expect(new Set(verdict.signatures.map(({ laterChanges }) => laterChanges))).toEqual(new Set(['allowed']));
    expect(verdict.signatures.length).toBeGreaterThanOrEqual(3);
    expect((await a.call(copyTask, { planId: taskId })).plan).toMatchObject({
      signFlow: 'FREE',
      placementList: [],
    });
  });

  it('[5.11j] is signed so as an OFD, too', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const fileKey = await a.upload(contractOfd(COMPANY_A.name, COMPANY_B.name), 'OFD');
    const plan = await freePlan(a, both(), { taskFileType: 'OFD' });
    const documentId = newKey();
    const { planId: taskId } = await a.call(sendTask, {
      ...plan,
      planSendDocumentVOList: [{ documentId, fileName: '合同.ofd', fileKey }],
    });
    await placeAndSign(b, taskId, at('ENT_SEAL', 110, 150));
    await placeAndSign(a, taskId, at('ENT_SEAL', 20, 150), at('SIGN_DATE', 20, 200));
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    const verdict = await verdictOf(a, bytes);
    expect([verdict.format, verdict.verdict, verdict.signatures.length]).toEqual(['ofd', 'valid', 3]);
  });

  it('[5.11j] is rejected with placements of the sender, and for unregistered signers', async () => {
    const a = await companyA();
    const stranger = personSigner({ realName: '沈月', mobile: '13966660077' });
    expect(
      await refusal(a, sendTask, await freePlan(a, [enterpriseSigner(COMPANY_A, ADMIN_A), stranger])),
    ).toBe('FREE_FLOW_UNREGISTERED');
    expect(
      await refusal(a, sendTask, await taskToSend(a, [enterpriseSigner(COMPANY_A, ADMIN_A), stranger])),
    ).toBe('OK');
    // Nor does the sender add any later.
    const { planId: taskId } = await a.call(sendTask, await freePlan(a, both()));
    const { signerList } = await a.call(getTask, { planId: taskId });
    const placements = (await inFile(a, taskId, at('ENT_SEAL', 20, 20))).map((place) => ({
      ...place,
      signerId: signerList[0]!.signerId,
    }));
    expect(await refusal(a, addPlaces, { planId: taskId, seen: await seenIn(a, taskId), placements })).toBe(
      'PLACES_FREE',
    );
    const placed = { ...(await taskToSend(a, both())), signFlow: 'FREE' as const };
    expect((await a.envelope(sendTask, placed)).fields).toEqual([
      { path: 'placementList', problem: 'placeInFreeFlow' },
    ]);
  });

  it('takes places from the signer in turn alone, on the pages, of their kinds, in every file', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const person = await signedIn(INDIVIDUAL);
    const specified = await a.call(sendTask, await taskToSend(a, both()));
    const places = await inFile(a, specified.planId, at('ENT_SEAL', 20, 20));
    expect(await refusal(a, placeOwn, { planId: specified.planId, places })).toBe('FREE_FLOW_PLACES');

    const plan = await freePlan(a, [
      enterpriseSigner(COMPANY_B, ADMIN_B, 1),
      { ...personSigner(INDIVIDUAL), signOrder: 2 },
    ]);
    const second = {
      documentId: newKey(),
      fileName: '附录.pdf',
      fileKey: plan.planSendDocumentVOList[0]!.fileKey,
    };
    const { planId: taskId } = await a.call(sendTask, {
      ...plan,
      orderState: 'ORDER',
      planSendDocumentVOList: [...plan.planSendDocumentVOList, second],
    });
    const tryAs = async (client: ApiClient, ...some: ReturnType<typeof at>[]) =>
      refusal(client, placeOwn, { planId: taskId, places: await inFile(client, taskId, ...some) });
    expect(await tryAs(person, at('HANDWRITTEN', 20, 20))).toBe('NOT_YOUR_TURN');
    expect(await tryAs(a, at('ENT_SEAL', 20, 20))).toBe('NO_SIGNING_PERMISSION');
    expect(await tryAs(b, at('ENT_SEAL', 190, 20))).toBe('INPUT_INVALID');
    expect(await tryAs(b, at('ENT_SEAL', 20, 20, { page: 9 }))).toBe('INPUT_INVALID');
    expect(await tryAs(b, at('ENT_SEAL', 20, 20), at('SIGN_DATE', 30, 30))).toBe('PLACES_OVERLAP');
    const other = {
      ...(await inFile(b, taskId, at('ENT_SEAL', 20, 20)))[0]!,
      documentId: places[0]!.documentId,
    };
    expect(await refusal(b, placeOwn, { planId: taskId, places: [other] })).toBe('INPUT_INVALID');

    const signing = async () => ({
      planId: taskId,
      seen: await seenIn(b, taskId),
      consent: { method: 'PASSWORD' as const, password: await b.seal(DEMO.signPassword) },
      fillings: [],
    });
    expect(await refusal(b, signTask, await signing())).toBe('PLACEMENT_NOT_FILLED');
    // A seal in one of two files, and a day alone in the other, is not the whole contract.
    const { documents } = await b.call(getTask, { planId: taskId });
    const day = { placementId: newKey(), documentId: documents[1]!.documentId, ...at('SIGN_DATE', 20, 20) };
    await b.call(placeOwn, {
      planId: taskId,
      places: [...(await inFile(b, taskId, at('ENT_SEAL', 20, 20))), day],
    });
    expect(await refusal(b, signTask, await signing())).toBe('PLACEMENT_NOT_FILLED');
  });
});
