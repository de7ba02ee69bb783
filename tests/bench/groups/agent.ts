import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { bindModule, type Pkcs11Module } from '#agent/pkcs11/bind-module.ts';
import { CKA, CKF, CKM, CKO, CKU } from '#agent/pkcs11/constants.ts';
import { copyOf, memory, readNumber, writeNumber } from '#agent/pkcs11/memory.ts';
import { findObjects, mechanism } from '#agent/pkcs11/objects.ts';
import { initialize, readSlots } from '#agent/pkcs11/slots.ts';
import { type AgentClient, agentClient } from '#core/agent/client.ts';
import { DOCUMENTS_PER_CALL } from '#core/agent/ports.ts';
import { importPairing } from '#core/agent/session.ts';
import { type Bytes, fromBase64, fromHex } from '#core/bytes.ts';
import { certifyKey, documentOf } from '../../agent/documents.ts';
import { MODULE, PIN, softHsm } from '../../agent/softhsm.ts';
import { PROGRAM, SITE } from '../../agent/with-agent.ts';
import { type BenchReport, interleaved } from '../row.ts';

export const name = 'agent';

const AT_ONCE = 20;
const PEER = 'bare PKCS#11 loop';

/** Signatures a second through the agent (a process of its own, as on a user's machine) beside a loop on the module. */
export async function run(report: BenchReport): Promise<void> {
  const hsm = softHsm('bench');
  const folder = mkdtempSync(join(tmpdir(), 'signet-bench-agent-'));
  let child: ChildProcess | undefined;
  try {
    const started = await startProgram(folder);
    child = started.child;
    for (const algorithm of ['RSA', 'EC'] as const) {
      // A connection each: the agent takes so many messages a second of one and no more.
      const [page, other] = [await started.connect(), await started.connect()];
      const { serial } = (await page.call('tokens.list', {})).tokens[0]!;
      await page.call('token.login', { serial, pin: PIN });
      const { keyId, certificate } = await certifyKey(page, serial, algorithm);
      const documents = await Promise.all(
        Array.from({ length: DOCUMENTS_PER_CALL }, (_, i) => documentOf(`${i}`, certificate)),
      );
      // The agent takes so many messages at once and no more.
      const few = documents.slice(0, AT_ONCE);
      const messages = documents.map(({ message }) => fromBase64(message));
      const bare = await bareLoop(algorithm, fromHex(keyId));
      const ms = await interleaved(
        {
          many: () => page.call('document.sign', { serial, keyId, documents }),
          // One a message, the next asked for while the one before is signed, as many tabs would.
          one: () =>
            Promise.all(few.map((one) => page.call('document.sign', { serial, keyId, documents: [one] }))),
          // The way there and back without a signature: the least that a call adds, however fast a token is.
          carried: () => other.call('document.sign', { serial: 'NONE', keyId, documents }).catch(() => {}),
          carriedOne: () => Promise.all(few.map(() => other.call('health', {}))),
          bare: () => {
            for (const message of messages) bare.sign(message);
          },
        },
        { rounds: 12, warmUp: 2 },
      );
      const perSecond = (took: number, count = DOCUMENTS_PER_CALL) => (count * 1000) / took;
      const what = algorithm === 'RSA' ? 'RSA-2048' : 'EC P-256';
      const theirs = perSecond(ms.bare);
      report({
        name: `${what}, ${DOCUMENTS_PER_CALL} documents a call`,
        unit: '/s',
        ours: perSecond(ms.many),
        peer: PEER,
        theirs,
      });
      report({
        name: `${what}, one document a call, ${AT_ONCE} calls at once`,
        unit: '/s',
        ours: perSecond(ms.one, AT_ONCE),
        peer: PEER,
        theirs,
      });
      const alone = { unit: 'ms', peer: 'as many signatures of the bare loop' };
      report({
        ...alone,
        name: `${what}, a call of ${DOCUMENTS_PER_CALL} documents that signs nothing`,
        ours: ms.carried,
        theirs: ms.bare,
      });
      report({
        ...alone,
        name: `${what}, ${AT_ONCE} calls at once that do nothing`,
        ours: ms.carriedOne,
        theirs: (ms.bare * AT_ONCE) / DOCUMENTS_PER_CALL,
      });
      bare.close();
      page.close();
      other.close();
    }
  } finally {
    if (child) {
      const gone = new Promise((resolve) => child!.once('exit', resolve));
      child.kill();
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
    hsm.remove();
  }
}

/** The agent as `npm run agent` starts it, and a paired connection to it. */
async function startProgram(
  folder: string,
): Promise<{ child: ChildProcess; connect(): Promise<AgentClient> }> {
  const child = spawn(
    process.execPath,
    [PROGRAM, '--folder', folder, '--port', '0', '--origin', SITE, '--module', MODULE],
    { stdio: 'pipe' },
  );
  let said = '';
  const told: (() => void)[] = [];
  child.stdout!.on('data', (data) => {
    said += data;
    for (const tell of told.splice(0)) tell();
  });
  const find = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(said)?.[1];
      if (found) return found;
      await new Promise<void>((resolve) => told.push(resolve));
    }
  };
  let pairing: { pairingId: string; secret: Bytes } | undefined;
  const port = await find(/listening on 127\.0\.0\.1:(\d+)/);
  return {
    child,
    async connect() {
      const raw = new WebSocket(`ws://127.0.0.1:${port}`, { origin: SITE });
      await new Promise((resolve, reject) => raw.once('open', resolve).once('error', reject));
      const client = agentClient(
        {
          send: (data) => raw.send(data),
          close: () => raw.close(),
          listen(onMessage, onClose) {
            raw.on('message', (data: Buffer, binary) => onMessage(binary ? new Uint8Array(data) : `${data}`));
            raw.on('close', onClose);
          },
        },
        SITE,
      );
      if (!pairing) {
        const { salt } = await client.beginPairing();
        pairing = await client.pair(await find(/there: {2}(\d{6})/), salt);
      }
      await client.open(pairing.pairingId, await importPairing(pairing.secret));
      return client;
    },
  };
}

/** The least that signing takes: C_SignInit and C_Sign, here and now. */
async function bareLoop(
  algorithm: 'RSA' | 'EC',
  id: Bytes,
): Promise<{ sign(message: Bytes): void; close(): void }> {
  const module: Pkcs11Module = bindModule(MODULE);
  const { ulong } = module.layout;
  await initialize(module);
  const [slot] = await readSlots(module);
  const handle = memory(ulong);
  module.callNow('C_OpenSession', slot!.id, CKF.SERIAL_SESSION | CKF.RW_SESSION, null, null, handle);
  const session = readNumber(handle, 0, ulong);
  const pin = copyOf(new TextEncoder().encode(PIN));
  module.callNow('C_Login', session, CKU.USER, pin, pin.length);
  const [key] = await findObjects(module, session, [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.ID, id],
  ]);
  const type = mechanism(module, algorithm === 'RSA' ? CKM.SHA256_RSA_PKCS : CKM.ECDSA);
  const value = memory(512);
  const length = memory(ulong);
  return {
    sign(message) {
      const data =
        algorithm === 'RSA' ? message : new Uint8Array(createHash('sha256').update(message).digest());
      writeNumber(length, 0, ulong, value.length);
      if (module.callNow('C_SignInit', session, type, key!) !== 0) throw new Error('C_SignInit');
      if (module.callNow('C_Sign', session, data, data.length, value, length) !== 0)
        throw new Error('C_Sign');
    },
    close: () => void module.callNow('C_Finalize', null),
  };
}
