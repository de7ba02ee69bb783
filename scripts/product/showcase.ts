import { WebSocket as NodeWebSocket } from 'ws';
import YPartyKitProvider from 'y-partykit/provider';
import * as Y from 'yjs';
import { logout } from '#core/identity/calls.ts';
import { createQuickFiles } from '#core/quicksign/calls.ts';
import { quickToWire } from '#core/quicksign/wire.ts';
import { putRow, readDraft, setTask } from '#core/task/draft.ts';
import { getSyncTicket, saveDraft } from '#core/task/draft-calls.ts';
import { countTasks } from '#core/task/list-calls.ts';
import { listTemplates, saveTemplate } from '#core/template/record-calls.ts';
import { DEMO, type DemoAccount } from '#db/seed/demo.ts';
import { ApiClient } from '../api-client.ts';
import { type ContractText, contractPdf } from '../contract-pdf.ts';
import { enterpriseOf, planOf, sendContract, signContract } from '../demo-contract.ts';

/** Contracts of the demo data, each with its text and business type. */
const PURCHASE = { businessType: 'PURCHASE', businessTypeName: '采购合同' };
const SERVICE = { businessType: 'SERVICE', businessTypeName: '服务合同' };
const CONFIDENTIALITY = { businessType: 'CONFIDENTIALITY', businessTypeName: '保密协议' };
const text = (title: string, ...clauses: string[]): ContractText => ({ title, clauses });

const FRAMEWORK = text(
  '办公用品采购框架合同',
  '双方经协商一致，就办公用品采购事宜订立本合同。',
  '第一条　乙方按甲方订单供货，规格、数量与单价以订单为准。',
  '第二条　货物验收合格后三十日内，甲方以银行转账方式付款。',
);
const SUPPORT = text(
  '信息系统运维服务合同',
  '双方经协商一致，就信息系统的日常运维订立本合同。',
  '第一条　乙方在工作日九时至十八时提供运维服务。',
  '第二条　服务费按季支付，甲方收到发票后十五日内付清。',
);
const STORAGE = text(
  '仓储服务合同',
  '双方经协商一致，就货物仓储事宜订立本合同。',
  '第一条　乙方提供仓库，并对入库货物的数量与外观负责。',
  '第二条　仓储费按实际占用面积每月结算一次。',
);
const SECRECY = text(
  '保密协议',
  '双方就合作中知悉的对方商业秘密订立本协议。',
  '第一条　未经对方书面同意，不得向第三方披露。',
  '第二条　保密义务自签署之日起三年内有效。',
);
const EQUIPMENT = text(
  '设备采购合同',
  '双方经协商一致，就生产设备采购事宜订立本合同。',
  '第一条　设备型号、数量与单价以附件清单为准。',
  '第二条　乙方负责安装调试，质保期为验收后十二个月。',
);

const RECEIPT = text('收货确认单', '兹确认所列货物已于约定日期全部收讫。');

/**
 * Fills the demo enterprises through the product's own calls: a contract that waits for the first company, a completed
 * one, two in other hands, a draft, a template and a file for quick signing. Does nothing if the first company has any
 * task or draft. Resolves with whether it created them.
 */
export async function makeShowcase(baseUrl: string): Promise<boolean> {
  const [jia, yi, bing] = DEMO.accounts as [DemoAccount, DemoAccount, DemoAccount];
  const a = await signIn(baseUrl, jia);
  const { sent, todo, draft, finished } = await a.call(countTasks, {});
  if (sent + todo + draft + finished > 0) {
    await a.call(logout, {});
    return false;
  }
  const b = await signIn(baseUrl, yi);
  const send = async (
    client: ApiClient,
    contract: ContractText,
    kind: typeof PURCHASE,
    ...signers: [DemoAccount, DemoAccount]
  ) => {
    const fileKey = await client.upload(await fileOf(contract, signers));
    return (await sendContract(client, { name: contract.title, ...kind, fileKey, signers })).planId;
  };

  const finishedTask = await send(a, FRAMEWORK, PURCHASE, jia, yi);
  await signContract(a, finishedTask);
  await signContract(b, finishedTask);
  await send(b, STORAGE, SERVICE, jia, yi);
  const halfSigned = await send(a, SUPPORT, SERVICE, jia, yi);
  await signContract(a, halfSigned);
  const withPerson = await send(a, SECRECY, CONFIDENTIALITY, jia, bing);
  await signContract(a, withPerson);

  await makeDraft(a, await fileOf(EQUIPMENT, [jia, yi], 2), jia, yi);
  await makeTemplate(a);
  const quick = await a.upload(await fileOf(RECEIPT, [jia, yi]));
  const receipt = [{ fileName: `${RECEIPT.title}.pdf`, fileKey: quick }];
  await a.call(
    createQuickFiles,
    quickToWire({ taskName: RECEIPT.title, ...PURCHASE, taskFileType: 'PDF', documents: receipt }),
  );
  await Promise.all([a.call(logout, {}), b.call(logout, {})]);
  return true;
}

/** The contract as a file; with two pages, a cross-page seal can be tried on it. */
const fileOf = (contract: ContractText, [first, second]: [DemoAccount, DemoAccount], pages = 1) =>
  contractPdf(partyOf(first), partyOf(second), pages, contract);
const partyOf = (account: DemoAccount) => enterpriseOf(account)?.name ?? account.realName;

async function signIn(baseUrl: string, account: DemoAccount): Promise<ApiClient> {
  const client = await new ApiClient(baseUrl).login(account.loginName, DEMO.password);
  return client.switchTo(enterpriseOf(account)?.id ?? '');
}

async function makeTemplate(client: ApiClient): Promise<void> {
  const { total } = await client.call(listTemplates, {});
  if (total > 0) return;
  const facts = { businessType: 'PURCHASE', sceneType: 'ENT', templateType: 'WORD' } as const;
  await client.call(saveTemplate, { templateName: '采购合同模板', ...facts });
}

/** A draft like the wizard's: a shared document in its room, and an entry on the list. */
async function makeDraft(
  client: ApiClient,
  bytes: Uint8Array<ArrayBuffer>,
  ...signers: DemoAccount[]
): Promise<void> {
  const fileKey = await client.upload(bytes);
  const contract = { name: EQUIPMENT.title, ...PURCHASE, fileKey, signers };
  const { draftId, ...plan } = planOf(contract);
  const doc = new Y.Doc();
  setTask(doc, { taskName: contract.name, ...PURCHASE });
  plan.documents.forEach(({ documentId, ...document }, i) => {
    const sheet = { widthMm: 210, heightMm: 297 }; // of contractPdf
    putRow(doc, 'documents', documentId, {
      ...document,
      position: i + 1,
      size: bytes.length,
      pages: [sheet, sheet],
    });
  });
  plan.signers.forEach(({ signerId, ...signer }, i) => {
    putRow(doc, 'signers', signerId, { ...signer, position: i + 1 });
  });
  const { taskName } = readDraft(doc).task;
  await client.call(saveDraft, { draftId, taskName, fileNum: plan.documents.length });
  const room = `draft:${draftId}`;
  const { token } = await client.call(getSyncTicket, { room });
  const leave = join(client.baseUrl, room, token, doc);
  // Read back by another client: only then is it certain that the room has it.
  const copy = new Y.Doc();
  const leaveCopy = join(client.baseUrl, room, token, copy);
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error('the draft did not reach its room')), 20_000);
    copy.on('update', () => {
      if (readDraft(copy).signers.length < signers.length) return;
      clearTimeout(timer);
      done();
    });
  }).finally(() => {
    leave();
    leaveCopy();
  });
}

/** Shares a document in a room, as the wizard does; returns a function to leave it. */
function join(baseUrl: string, room: string, token: string, doc: Y.Doc): () => void {
  const provider = new YPartyKitProvider(new URL(baseUrl).host, room, doc, {
    params: { token },
    prefix: `/sync/${room}`,
    protocol: 'ws',
    disableBc: true,
    WebSocketPolyfill: NodeWebSocket as unknown as typeof WebSocket,
  });
  return () => provider.destroy();
}
