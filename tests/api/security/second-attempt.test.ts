import { execFileSync } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateMail, updateMobile, updateSignPassword } from '#core/account/calls.ts';
import { type Bytes, toHex } from '#core/bytes.ts';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { LIMITS } from '#core/config/limits.ts';
import { makeEmbedLink, makeSendLink } from '#core/embed/calls.ts';
import { importEmployees } from '#core/employee/import-calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { requestToken, saveSignPassword, sendAuthCode } from '#core/identity/calls.ts';
import { getPasskeyChallenge } from '#core/identity/passkey-calls.ts';
import { bindUkey } from '#core/identity/ukey-calls.ts';
import { createQuickFiles } from '#core/quicksign/calls.ts';
import { saveAutograph, uploadPicture } from '#core/seal/calls.ts';
import { UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { getTask, placeOwn, sendTask, signTask } from '#core/task/calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { getSyncTicket, uploadFile } from '#core/task/draft-calls.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { UPLOAD_TYPES } from '#core/task/upload-types.ts';
import { account, ownedFile } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { ACTIVE_CASES, activeOfd, withParts } from '#tests/fixtures/active-files.ts';
import { flawOf, INSIDES } from '#tests/fixtures/attack/judge.ts';
import { inputsOf } from '#tests/fixtures/call-inputs.ts';
import {
  enterpriseSigner,
  fillingsFor,
  newKey,
  personSigner,
  SIGNATURE,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { openLink, programOf } from '#tests/fixtures/embeds.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { addMember, database, newPerson, type Person } from '#tests/fixtures/people.ts';
import { blobOf, plainPng } from '#tests/fixtures/pictures.ts';
import { ask } from '#tests/fixtures/raw-request.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { softwareKey } from '#tests/fixtures/software-key.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { codeOf } from '#tests/fixtures/walk-permissions.ts';
import { product } from '#tests/product.ts';

/**
 * The twelve ways through the walls, each tried again by ways around its mend: another call, another role, a session of single
 * sign-on, an embedded page, an API key. What was tried first stands in the tests that docs/security.md names.
 */

type Type = (typeof UPLOAD_TYPES)[number];
const ORIGIN = 'https://portal.example.com';
const SIGN_PASSWORD = '730518';
const named = ({ name, mobile }: Person) => ({ realName: name, mobile });
const nobody = () => new ApiClient(product().baseUrl);
const sha256 = async (bytes: Bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
/** A key that software made, as a call that binds one asks for it. */
const aKey = () => {
  const { serial, request } = softwareKey();
  return { serial, label: '', request };
};
const portOf = (url: string) => Number(new URL(url).port);

let shop: Awaited<ReturnType<typeof selling>>;
/** Sessions that are less than the person: single sign-on, and embedded pages for signing and for sending. */
let lesser: { name: string; client: ApiClient }[];

beforeAll(async () => {
  shop = await selling();
  const program = await programOf(shop.boss, shop.ent, [ORIGIN]);
  const sender = await newPerson();
  await addMember(shop.ent, sender, ['SIGN_OPERATOR']);
  const { planId: taskId } = await program.client.call(
    sendTask,
    await taskToSend(program.client, [enterpriseSigner(shop.ent, named(shop.boss))]),
  );
  const [signer] = (await program.client.call(getTask, { planId: taskId })).signerList;
  const signing = await program.client.call(makeEmbedLink, {
    planId: taskId,
    signerId: signer!.signerId,
    origin: ORIGIN,
  });
  const sending = await program.client.call(makeSendLink, {
    templateId: shop.id,
    taskName: '采购',
    fields: {},
    signers: [],
    mobile: sender.mobile,
    origin: ORIGIN,
  });
  lesser = [
    { name: 'single sign-on', client: await ssoSession(shop.boss, shop.ent) },
    { name: 'a page that signs', client: await openLink(signing, shop.boss.mobile) },
    { name: 'a page that sends', client: await openLink(sending, sender.mobile) },
  ];
});

/** Calls that ask for the proof only where they give the rights of an administrator (tests/api/company/people.test.ts). */
const GIVING: readonly string[] = ['company.passJoin', 'company.savePerson'];

/** Calls after which something acts that the session did not have: their input names the proof that they take. */
const lasting = (): AnyCall[] =>
  allCalls().filter(
    ({ id, input }) => 'shape' in input && 'proof' in (input.shape as object) && !GIVING.includes(id),
  );

describe('1. a session alone binds what outlasts it', () => {
  it('by no other call: keys, passkeys and providers take a second proof, not a lesser session', async () => {
    expect(
      lasting()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([
      'apikey.changeKey',
      'apikey.makeApiKey',
      'apikey.rotateKey',
      'apikey.takeOverKey',
      'company.decideAdminApplication',
      'company.decideOrphanApplication',
      'company.transferAdministrator',
      'identity.beginPasskey',
      'identity.bindUkey',
      'identity.removePasskey',
      'seal.allowUkey',
      'seal.certifyUkey',
      'sso.changeCustomerKey',
      'sso.saveCustomer',
      'sso.saveFirmLogin',
      'webhook.changeWebhook',
      'webhook.rotateSecret',
      'webhook.saveWebhook',
    ]);
    const platform = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
    const person = await signedIn(await newPerson());
    const problems: string[] = [];
    for (const call of lasting()) {
      const [made] = inputsOf(call, () => 'nothing0here');
      const rest = {
        ...made!.input,
        ...('enabled' in made!.input ? { enabled: true } : {}),
        ...('pass' in made!.input ? { pass: true } : {}),
        proof: undefined,
      };
      const { actor } = call.access;
      const by = actor === 'platform' ? platform : actor === 'person' ? person : shop.admin;
      const { fields } = await by.envelope(call, rest as never);
      if (!fields?.some(({ path }) => path === 'proof')) problems.push(`${call.id} asked for no proof`);
      for (const { name, client } of lesser) {
        const code = await codeOf(product().baseUrl, call, client.session!.accessToken);
        if (![ERROR_CODES.SSO_NOT_YOURSELF, ERROR_CODES.EMBED_NOT_HERE].includes(code as never))
          problems.push(`${call.id} answered ${code} to ${name}`);
      }
      const { code } = await shop.program.envelope(call, {} as never);
      if (code === 200) problems.push(`${call.id} was taken from an API key`);
    }
    expect(problems.join('\n')).toBe('');
  });

  it('nor in two steps: what proves it later is itself changed with the phone alone', async () => {
    const person = await newPerson();
    const client = await signedIn(person);
    const password = await client.seal('860417');
    for (const [call, input] of [
      [saveSignPassword, { password, authCode: '123456' }],
      [updateMobile, { mobile: (await newPerson()).mobile, checkCode: '123456', authCode: '123456' }],
      [updateMail, { mail: 'thief@example.com', checkCode: '123456', authCode: '123456' }],
    ] as const)
      expect(await refusal(client, call, input as never), call.id).toBe('CODE_WRONG');
    // A code is good for what it was asked for: none of another purpose opens another door.
    await client.call(sendAuthCode, { authCodeType: 'SIGN' });
    const code = await codeSentTo(client, person.mobile, '签署验证码');
    const another = { password: await client.seal('860417'), authCode: code };
    expect(await refusal(client, saveSignPassword, another)).toBe('CODE_WRONG');
    expect(await refusal(client, bindUkey, { ...aKey(), proof: { method: 'SMS', code } })).toBe('CODE_WRONG');
  });
});

describe('2. painting over what the others signed', () => {
  it('by no place that a signer sets themselves, in a page of another system either', async () => {
    const signer = await newPerson({ signPassword: SIGN_PASSWORD });
    const plan = {
      ...(await taskToSend(shop.admin, [
        enterpriseSigner(shop.ent, named(shop.boss)),
        personSigner(named(signer)),
      ])),
      signFlow: 'FREE' as const,
      placementList: [],
    };
    const { planId: taskId } = await shop.admin.call(sendTask, plan);
    const { documents, signerList } = await shop.admin.call(getTask, { planId: taskId });
    const program = await programOf(shop.boss, shop.ent, [ORIGIN]);
    const { signerId } = signerList.find(({ signatoryType }) => signatoryType === 'PERSON')!;
    const link = await program.client.call(makeEmbedLink, { planId: taskId, signerId, origin: ORIGIN });
    const clients = [await signedIn(signer), await openLink(link, signer.mobile)];
    const at = { placementId: newKey(), documentId: documents[0]!.documentId, kind: 'HANDWRITTEN' as const };
    for (const client of clients)
      for (const place of [
        { ...at, page: 1, x: 20, y: 60, width: 170, height: 60 },
        { ...at, page: 1, x: 20, y: 60, width: 1, height: 200 },
        { ...at, kind: 'ENT_SEAL' as const, page: 1, x: 20, y: 60, width: 42, height: 42 },
        { ...at, kind: 'CROSS_PAGE' as const, page: 1, x: 0, y: 60, width: 170, height: 170, toPage: 2 },
      ])
        expect(
          await refusal(client, placeOwn, { planId: taskId, places: [place] }),
          JSON.stringify(place),
        ).not.toBe('OK');
  });

  it('by no drawing of another system’s page, and none from the phone: it takes strokes alone', async () => {
    const signer = await newPerson({ signPassword: SIGN_PASSWORD });
    const { client: program } = await programOf(shop.boss, shop.ent, [ORIGIN]);
    const { planId: taskId } = await program.call(
      sendTask,
      await taskToSend(program, [personSigner(named(signer))]),
    );
    const [{ signerId } = { signerId: '' }] = (await program.call(getTask, { planId: taskId })).signerList;
    const client = await openLink(
      await program.call(makeEmbedLink, { planId: taskId, signerId, origin: ORIGIN }),
      signer.mobile,
    );
    const white = { ...SIGNATURE, items: SIGNATURE.items.map((item) => ({ ...item, fill: '#ffffff' })) };
    const input = async (drawing: object) => ({
      planId: taskId,
      seen: await seenIn(client, taskId),
      consent: await proofOf(client, SIGN_PASSWORD),
      fillings: (await fillingsFor(client, taskId)).map(({ placementId }) => ({ placementId, drawing })),
    });
    for (const drawing of [
      white,
      { ...SIGNATURE, widthMm: 170, heightMm: 60 },
      { ...SIGNATURE, fill: '#ffffff', widthMm: 500 },
    ])
      expect(await refusal(client, signTask, (await input(drawing)) as never)).toBe('INPUT_INVALID');
    const hand = allCalls().find(({ id }) => id === 'account.saveHandSign')!;
    for (const picture of [
      { kind: 'PNG', data: 'iVBORw0KGgo=' },
      { kind: 'HANDWRITING', drawing: white },
      { kind: 'HANDWRITING', strokes: [[{ x: 1, y: 1, time: 0, pressure: 1e9 }]] },
    ])
      expect(await refusal(nobody(), hand, { Authorization: 'x', picture } as never)).not.toBe('OK');
    expect(await refusal(client, signTask, (await input(SIGNATURE)) as never)).toBe('OK');
  });
});

describe('3. the database and the other ports answer anyone', () => {
  const SQL = JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: 'select id from account' } }] });

  it('with no secret of another part, and no preflight of another site', async () => {
    const { libsqlUrl, internalKey, syncSecret } = product();
    const port = portOf(libsqlUrl);
    const { token: ticket } = await shop.admin.call(getSyncTicket, { room: `events:E-${shop.ent.id}` });
    for (const secret of [internalKey, syncSecret, ticket, shop.admin.session!.accessToken, 'null', ''])
      for (const path of ['/v2/pipeline', '/v3/pipeline', '/', '/dump', '/v1/namespaces/x/create'])
        for (const authorization of [`Bearer ${secret}`, `Basic ${btoa(`:${secret}`)}`]) {
          const answer = await ask(port, path, { method: 'POST', headers: { authorization }, body: SQL });
          expect(answer.status, path).not.toBe(200);
          expect(answer.body).not.toContain('rows');
        }
    const preflight = await ask(port, '/v2/pipeline', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('nor rooms with a session instead of a ticket', async () => {
    const port = portOf(product().syncUrl);
    for (const secret of [shop.admin.session!.accessToken, shop.key, product().libsqlToken])
      for (const path of [`/parties/main/events:E-${shop.ent.id}`, `/parties/main/draft:${newKey()}`])
        for (const method of ['GET', 'POST', 'DELETE']) {
          const headers = { authorization: `Bearer ${secret}` };
          const { status } = await ask(port, `${path}?token=${secret}`, { method, headers });
          expect([401, 403], `${method} ${path}`).toContain(status);
        }
  });
});

describe('4. any Host is served', () => {
  it('by no spelling: as an address, with a user, a dot, another form of the number, or twice', async () => {
    const port = portOf(product().baseUrl);
    for (const host of [
      'localhost.evil.example',
      'evil.example#localhost',
      'localhost@evil.example',
      'evil.example/localhost',
      '127.0.0.1.evil.example',
      '0.0.0.0.evil.example',
      '[::2]',
      '127.0.0.2',
      'localhost,evil.example',
      'evil.example?localhost',
      'evil.example\\localhost',
      // No name at all.
      '::::',
      'a b',
      'a_b',
      '[::1',
      '%',
      '*',
      '1.2.3.4.5',
      '127.0.0.1:99999',
      '127.0.0.1:x',
    ])
      for (const path of ['/login', '/ecapi/health', '/sim/messages', '/sync/events:x']) {
        const { status, body } = await ask(port, path, { headers: { host } });
        expect(status, `${host} ${path}: ${body}`).toBe(421);
        expect(body, `${host} ${path}`).not.toMatch(INSIDES);
      }
    // The address in the request line, and headers of proxies, name no other host.
    const own = { host: `127.0.0.1:${port}` };
    const proxied: Record<string, string>[] = [
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
    ];
    for (const more of proxied)
      expect((await ask(port, '/login', { headers: { ...own, ...more } })).body).not.toContain(
        'evil.example',
      );
    const absolute = await ask(port, 'http://evil.example/sim/messages', { headers: own });
    expect(absolute.body).not.toContain('evil.example');
  });
});

describe('5. somebody unverified signs', () => {
  it('not what was begun while they were verified: by a key, a phone or a password', async () => {
    const signer = await newPerson({ signPassword: SIGN_PASSWORD });
    const client = await signedIn(signer);
    const key = aKey();
    await client.call(bindUkey, { ...key, proof: await proofOf(client, SIGN_PASSWORD) });
    const { planId: taskId } = await shop.admin.call(
      sendTask,
      await taskToSend(shop.admin, [personSigner(named(signer))]),
    );
    const seen = await seenIn(client, taskId);
    const fillings = await fillingsFor(client, taskId);
    await database().update(account).set({ personalAuthStatus: 'UNAUTH' }).where(eq(account.id, signer.id));
    // A session is trusted for some seconds; a new one is read.
    const later = await signedIn(signer);
    const subject = { kind: 'PLAN' as const, id: taskId };
    const consent = await proofOf(later, SIGN_PASSWORD);
    expect(await refusal(later, signTask, { planId: taskId, seen, consent, fillings })).toBe(
      'REAL_NAME_NEEDED',
    );
    expect(
      await refusal(later, beginTaskUkey, { planId: taskId, seen, ukeySerial: key.serial, fillings }),
    ).toBe('REAL_NAME_NEEDED');
    expect(await refusal(later, startConsent, { method: 'APP', subject, seen })).toBe('REAL_NAME_NEEDED');
  });

  it('not by a page of another system, whose program vouches for them', async () => {
    const signer = await newPerson({ personalAuthStatus: 'UNAUTH', signPassword: SIGN_PASSWORD });
    const { client: program } = await programOf(shop.boss, shop.ent, [ORIGIN]);
    const { planId: taskId } = await program.call(
      sendTask,
      await taskToSend(program, [personSigner(named(signer))]),
    );
    const [{ signerId } = { signerId: '' }] = (await program.call(getTask, { planId: taskId })).signerList;
    const link = await program.call(makeEmbedLink, { planId: taskId, signerId, origin: ORIGIN });
    const client = await openLink(link, signer.mobile);
    const seen = await seenIn(client, taskId);
    const fillings = await fillingsFor(client, taskId);
    const consent = await proofOf(client, SIGN_PASSWORD);
    expect(await refusal(client, signTask, { planId: taskId, seen, consent, fillings })).toBe(
      'REAL_NAME_NEEDED',
    );
  });
});

describe('6. a lesser session sees the person’s private matters', () => {
  it('by no room, no other identity and no header: single sign-on, embedded pages and API keys', async () => {
    const room = `events:P-${shop.boss.id}`;
    for (const { name, client } of [...lesser, { name: 'an API key', client: shop.program }]) {
      expect(await refusal(client, getSyncTicket, { room }), name).not.toBe('OK');
      const own = allCalls().find(({ id }) => id === 'account.listKeys')!;
      for (const headers of [{ 'Ent-Id': '' }, { 'Ent-Id': shop.ent.id }])
        expect((await client.envelope(own, {} as never, headers)).code, name).not.toBe(200);
      const refresh = client.session?.refreshToken;
      if (!refresh) continue;
      for (const switch_to of ['', newKey()]) {
        const input = { grant_type: 'refresh_token' as const, refresh_token: refresh, switch_to };
        expect(await refusal(nobody(), requestToken, input), name).not.toBe('OK');
      }
    }
  });
});

/** Hands a file in as it is, without a page that looks at it first. */
const upload = async (client: ApiClient, bytes: Bytes, fileType: Type) => {
  const fileKey = await sha256(bytes);
  const said = await refusal(client, uploadFile, { fileKey, fileType, body: bytes } as never);
  return { fileKey, said };
};

/** What is said where a contract is sent, and files are to be signed quickly, with a file of this digest. */
async function signed(client: ApiClient, fileKey: string, taskFileType: 'PDF' | 'OFD'): Promise<string[]> {
  const plan = await taskToSend(client, [personSigner(named(await newPerson()))], { taskFileType });
  const fileName = `合同.${taskFileType.toLowerCase()}`;
  const [document] = plan.planSendDocumentVOList;
  return [
    await refusal(client, sendTask, {
      ...plan,
      planSendDocumentVOList: [{ ...document!, fileName, fileKey }],
    }),
    await refusal(client, createQuickFiles, {
      taskName: '盖章函',
      businessType: 'OTHER',
      businessTypeName: '其他',
      taskFileType,
      planSendDocumentVOList: [{ fileName, fileKey }],
    }),
  ];
}

describe('7. active content that goes around the page', () => {
  it('of a PDF is refused whatever it is handed in as, and signed by no call that names it', async () => {
    const { admin } = shop;
    for (const [name, parts] of ACTIVE_CASES) {
      const { fileKey, said } = await upload(admin, withParts(parts), 'PDF');
      expect(said, name).toBe('DOCUMENT_ACTIVE');
      for (const other of UPLOAD_TYPES)
        expect((await upload(admin, withParts(parts), other)).said, `${name} as ${other}`).not.toBe('OK');
      for (const answer of await signed(admin, fileKey, 'PDF')) expect(answer, name).not.toBe('OK');
    }
    // The same file with nothing of it.
    const harmless = await upload(admin, withParts({}), 'PDF');
    expect(harmless.said).toBe('OK');
    expect((await signed(admin, harmless.fileKey, 'PDF'))[1]).toBe('OK');
  });

  it('of an OFD, too', async () => {
    const { admin } = shop;
    const film = '<ofd:Action Event="CLICK"><ofd:Movie ResourceID="3"/></ofd:Action>';
    const bytes = activeOfd({ page: `<ofd:Actions>${film}</ofd:Actions>` });
    const { fileKey, said } = await upload(admin, bytes, 'OFD');
    expect(said).toBe('DOCUMENT_ACTIVE');
    for (const other of UPLOAD_TYPES) expect((await upload(admin, bytes, other)).said, other).not.toBe('OK');
    for (const answer of await signed(admin, fileKey, 'OFD')) expect(answer).not.toBe('OK');
    const harmless = await upload(admin, activeOfd({}), 'OFD');
    expect(harmless.said).toBe('OK');
    expect((await signed(admin, harmless.fileKey, 'OFD'))[1]).toBe('OK');
  });

  it('nor by an embedded page or a program, spelt with escapes, or in an update behind the file', async () => {
    const sending = lesser.at(-1)!.client;
    const escaped = withParts({ catalog: '/Open#41ction<</#53/J#61vaScript/JS(app.alert(1))>>' });
    const plain = new TextDecoder('latin1').decode(withParts({}));
    const { length } = plain;
    const prior = /startxref\s+(\d+)/.exec(plain)![1];
    const update = `${plain}\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(1)>>>>\nendobj\nxref\n1 1\n${String(length + 1).padStart(10, '0')} 00000 n \ntrailer\n<</Size 12/Root 1 0 R/Prev ${prior}>>\nstartxref\n${plain.length + `\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(1)>>>>\nendobj\n`.length}\n%%EOF\n`;
    const behind = Uint8Array.from(update, (character) => character.charCodeAt(0));
    for (const client of [shop.admin, sending, shop.program])
      for (const bytes of [escaped, behind])
        expect((await upload(client, bytes, 'PDF')).said).toBe('DOCUMENT_ACTIVE');
  });
});

describe('8. what the client says of the host', () => {
  it('names no site for a passkey, and no address for a link that others get', async () => {
    const port = portOf(product().baseUrl);
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-host': 'relay.example.com',
      'x-original-host': 'relay.example.com',
      'MF-Original-URL': 'http://relay.example.com/',
      'cf-connecting-ip': '203.0.113.7',
    };
    const { method, path } = getPasskeyChallenge;
    const answer = await ask(port, `/ecapi${path}`, { method, headers, body: '{}' });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('relay.example.com');
    const link = {
      templateId: shop.id,
      taskName: '采购',
      fields: {},
      signers: [],
      mobile: shop.boss.mobile,
      origin: ORIGIN,
    };
    const { client } = await programOf(shop.boss, shop.ent, [ORIGIN]);
    const made = await client.envelope(makeSendLink, link, headers);
    expect(new URL((made.data as { url: string }).url).origin).toBe(product().baseUrl);
  });
});

describe('9. what nobody sees in names, and stores without an end', () => {
  it('no cell of a sheet takes them into the roster', async () => {
    for (const realName of ['李\u202e明', '李\u0007明', '李\u2066明', '李\r\n明']) {
      const rows = [{ number: 2, cells: { realName, mobile: '13800000000' }, odd: [] }];
      const input = {
        importId: newKey(),
        fileName: '花名册.xlsx',
        duplicates: 'SKIP',
        total: 1,
        rows,
      } as const;
      expect(await refusal(shop.admin, importEmployees, input as never), realName).toBe('INPUT_INVALID');
    }
  });

  it('the quota of uploads holds for every call that stores a file', async () => {
    const person = await newPerson();
    const client = await signedIn(person);
    const full = Array.from({ length: LIMITS.uploadsPerDay }, () => ({
      ownerKey: `P:${person.id}`,
      sha256: newKey().padEnd(64, '0'),
      fileType: 'PDF' as const,
      size: 1_000,
      pages: [],
      uploadedBy: 'quota',
      createdAt: Date.now() - 3_600_000,
    }));
    for (let at = 0; at < full.length; at += 500)
      await database()
        .insert(ownedFile)
        .values(full.slice(at, at + 500));
    const pixels = new Uint8ClampedArray(4 * 40 * 40).fill(200);
    const png = writePng({ width: 40, height: 40, pixels }, UPLOAD_DPI);
    const picture = { pictureKey: await sha256(png), body: png } as never;
    expect(await refusal(client, uploadPicture, picture)).toBe('UPLOAD_QUOTA');
    const drawn = plainPng(73 * 8, 38 * 8, [20, 20, 20]);
    expect(await refusal(client, saveAutograph, { file: blobOf(drawn) } as never)).not.toBe('OK');
    expect((await upload(client, withParts({}), 'PDF')).said).toBe('UPLOAD_QUOTA');
  });
});

describe('10. twenty tries at once', () => {
  it('over different calls and sessions are five together', async () => {
    const person = await newPerson({ signPassword: SIGN_PASSWORD });
    const clients = await Promise.all([signedIn(person), signedIn(person)]);
    const { planId: taskId } = await shop.admin.call(
      sendTask,
      await taskToSend(shop.admin, [personSigner(named(person))]),
    );
    const seen = await seenIn(clients[0]!, taskId);
    const fillings = await fillingsFor(clients[0]!, taskId);
    const tries = await Promise.all(
      Array.from({ length: 18 }, async (_, i) => {
        const client = clients[i % 2]!;
        const proof = await proofOf(client, `90210${i}`);
        return [
          () => refusal(client, signTask, { planId: taskId, seen, consent: proof, fillings }),
          () => refusal(client, bindUkey, { ...aKey(), proof }),
          async () =>
            refusal(client, updateSignPassword, {
              oldPassword: proof.password,
              password: await client.seal('860417'),
            }),
        ][i % 3]!;
      }),
    );
    const answers = await Promise.all(tries.map((attempt) => attempt()));
    expect(answers.filter((said) => said === 'SIGN_PASSWORD_WRONG')).toHaveLength(5);
    expect(answers.filter((said) => said === 'TOO_OFTEN')).toHaveLength(13);
  });

  it('at a code are five, after which the right one is worth nothing', async () => {
    const person = await newPerson();
    const client = await signedIn(person);
    await client.call(sendAuthCode, { authCodeType: 'BIND_KEY' });
    const right = await codeSentTo(client, person.mobile, '绑定 UKey 验证码');
    const bind = (code: string) => refusal(client, bindUkey, { ...aKey(), proof: { method: 'SMS', code } });
    const guesses = Array.from({ length: 20 }, (_, i) => String(100_000 + i)).filter(
      (code) => code !== right,
    );
    const answers = await Promise.all(guesses.map(bind));
    expect(new Set(answers)).toEqual(new Set(['CODE_WRONG']));
    expect(await bind(right)).toBe('CODE_WRONG');
  });
});

describe('11. names that every object has, and answers with a stack', () => {
  it('in rooms, pages, cookies, queries and the log: an answer without a stack, and no fault', async () => {
    const port = portOf(product().baseUrl);
    const names = ['__proto__', 'constructor', 'hasOwnProperty', '__defineGetter__'];
    const paths = names.flatMap((name) => [
      `/sync/${name}:x`,
      `/sync/events:${name}?token=${name}`,
      `/pki/${name}/${name}`,
      `/log/${name}`,
      `/embed/sign/${name}`,
      `/embed/${name}/x`,
      `/sso/${name}/home`,
      `/ecapi/${name}`,
      `/reference/${name}`,
      `/login?${name}[x]=1&lang=${name}`,
      `/ecapi/health?${name}=1&${name}[y]=2`,
      `/${name}.data?_routes=${name}`,
    ]);
    for (const path of paths) {
      const headers = { cookie: 'lang=__proto__; theme=constructor', 'accept-language': '__proto__;q=1' };
      const { status, body, headers: said } = await ask(port, path, { headers });
      const response = new Response(null, {
        status: Math.max(200, status) === 204 ? 200 : Math.max(200, status),
        headers: { 'content-type': String(said['content-type'] ?? '') },
      });
      expect(flawOf(response, body), path).toBeUndefined();
      expect(body, path).not.toMatch(/\n\s+at |node_modules|\.ts:\d/);
    }
  });
});

describe('12. other users of the machine read the data', () => {
  it('no file or folder that the running product and its tests made is open to them', () => {
    const { dataDir } = product();
    const open = execFileSync('find', [dataDir, '!', '-type', 'l', '-perm', '/077', '-print'], {
      encoding: 'utf8',
    });
    expect(open).toBe('');
  });

  it('and none of them can list it', () => {
    const asNobody = () =>
      execFileSync('ls', [product().dataDir], {
        uid: 65_534,
        gid: 65_534,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    if (process.getuid?.() === 0) expect(asNobody).toThrow(/denied/);
    else
      expect(execFileSync('stat', ['-c', '%a', product().dataDir], { encoding: 'utf8' }).trim()).toBe('700');
  });
});
