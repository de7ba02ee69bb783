import { AgentFailure, type PinState } from '#core/agent/failures.ts';
import { type Bytes, fromHex, toHex } from '#core/bytes.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { integer } from '#core/pki/der/write-der.ts';
import type { Driver } from '../driver.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { isGone, Pkcs11Error, pinOf, toFailure } from './answers.ts';
import { bindModule, type Pkcs11Module } from './bind-module.ts';
import { CKA, CKF, CKO, CKR, CKU } from './constants.ts';
import { makeKey, openKey } from './keys.ts';
import { copyOf, memory, readNumber } from './memory.ts';
import { createObject, findObjects, readAttribute } from './objects.ts';
import { ask, initialize, mechanismsOf, readSlots, readTokenInfo } from './slots.ts';
import { watchFromAside } from './watch-module.ts';

interface Open {
  slot: number;
  session: number;
  mechanisms: ReadonlySet<number>;
  keys: Map<string, Awaited<ReturnType<typeof openKey>>>;
}

/**
 * Tokens behind a vendor's PKCS#11 module. Modules refuse concurrent calls on one session, so calls are serialised.
 * `program` is the executable for the separate process that polls for tokens.
 */
export async function openPkcs11Driver(path: string, program: string, onChange: () => void): Promise<Driver> {
  const module = bindModule(path);
  const inTurn = oneAtATime();
  const open = new Map<string, Open>();
  /** A token was removed since the module was initialised. */
  let removed = false;
  await initialize(module);
  const watch = watchFromAside(path, program, () => {
    // A removed token's session is invalid, even if the token returns.
    for (const serial of open.keys())
      if (!watch.tokens().some((token) => token.serial === serial)) void inTurn(() => forget(serial));
    onChange();
  });

  const forget = async (serial: string) => {
    const known = open.get(serial);
    open.delete(serial);
    if (!known) return;
    removed = true;
    await module.call('C_CloseSession', known.session);
  };
  /** Ends all sessions. */
  const initializeAgain = async () => {
    open.clear();
    removed = false;
    await module.call('C_Finalize', null);
    await initialize(module);
  };
  const slotOf = async (serial: string) =>
    (await readSlots(module)).find(({ token }) => token.serial === serial)?.id;

  /** The token's session, opened on first use and reopened after the token was removed. */
  const sessionOf = async (serial: string): Promise<Open> => {
    const known = open.get(serial);
    if (known) return known;
    // A module may keep what it had read of a removed token when it was pulled out, perhaps half of it.
    if (removed && open.size === 0) await initializeAgain();
    let slot = await slotOf(serial);
    if (slot === undefined && watch.tokens().some((token) => token.serial === serial)) {
      // The token is present, but this module enumerates readers at start only.
      await initializeAgain();
      slot = await slotOf(serial);
    }
    if (slot === undefined) throw new AgentFailure('TOKEN_NOT_FOUND');
    const handle = memory(module.layout.ulong);
    await ask(module, 'C_OpenSession', slot, CKF.SERIAL_SESSION | CKF.RW_SESSION, null, null, handle);
    const made: Open = {
      slot,
      session: readNumber(handle, 0, module.layout.ulong),
      mechanisms: await mechanismsOf(module, slot),
      keys: new Map(),
    };
    open.set(serial, made);
    return made;
  };

  /** Runs a call on a token; drops its session if the token was removed. */
  const withToken = <T>(serial: string, work: (on: Open) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (!watch.tokens().some((token) => token.serial === serial)) {
        await forget(serial);
        throw new AgentFailure('TOKEN_NOT_FOUND');
      }
      try {
        return await work(await sessionOf(serial));
      } catch (error) {
        if (isGone(error)) await forget(serial);
        throw toFailure(error);
      }
    });
  const pinStateOf = async (on: Open): Promise<PinState> =>
    pinOf((await readTokenInfo(module, on.slot)).flags);

  /** Verifies a PIN; a failure carries the PIN state that the token then reports. */
  const withPin = async (on: Open, work: () => Promise<number>): Promise<PinState> => {
    const code = await work();
    if (code === CKR.OK) return pinStateOf(on);
    if (code === CKR.PIN_LOCKED) throw new AgentFailure('PIN_LOCKED', { state: 'locked', attemptsLeft: 0 });
    if (code !== CKR.PIN_INCORRECT) throw new Pkcs11Error(code);
    const pin = await pinStateOf(on);
    throw new AgentFailure(pin.state === 'locked' ? 'PIN_LOCKED' : 'PIN_WRONG', pin);
  };
  const loginAs = async (on: Open, user: number, pin: string) => {
    const bytes = textBytes(pin);
    try {
      return await module.call('C_Login', on.session, user, bytes, bytes.length);
    } finally {
      bytes.fill(0);
    }
  };

  return {
    name: path,
    state: watch.state,
    async tokens() {
      await watch.first;
      return watch.tokens();
    },
    certificates: (serial) =>
      withToken(serial, async (on) => {
        const found = await findObjects(module, on.session, [[CKA.CLASS, CKO.CERTIFICATE]]);
        const list = [];
        for (const object of found) {
          const id = await readAttribute(module, on.session, object, CKA.ID);
          if (id.length === 0) continue;
          list.push({ keyId: toHex(id), der: await readAttribute(module, on.session, object, CKA.VALUE) });
        }
        return list;
      }),
    login: (serial, pin) =>
      withToken(serial, async (on) => {
        // A module that is already logged in would accept any PIN.
        await module.call('C_Logout', on.session);
        on.keys.clear();
        return withPin(on, () => loginAs(on, CKU.USER, pin));
      }),
    logout: (serial) =>
      withToken(serial, async (on) => {
        on.keys.clear();
        await module.call('C_Logout', on.session);
      }),
    changePin: (serial, pin, newPin) =>
      withToken(serial, async (on) => {
        await module.call('C_Logout', on.session);
        on.keys.clear();
        const [old, fresh] = [textBytes(pin), textBytes(newPin)];
        return withPin(on, () =>
          module.call('C_SetPIN', on.session, old, old.length, fresh, fresh.length),
        ).finally(() => {
          old.fill(0);
          fresh.fill(0);
        });
      }),
    unlock: (serial, adminPin, newPin) =>
      withToken(serial, async (on) => {
        await module.call('C_Logout', on.session);
        on.keys.clear();
        await withPin(on, () => loginAs(on, CKU.SO, adminPin));
        const fresh = textBytes(newPin);
        try {
          await ask(module, 'C_InitPIN', on.session, fresh, fresh.length);
        } finally {
          fresh.fill(0);
          await module.call('C_Logout', on.session);
        }
        return pinStateOf(on);
      }),
    key: (serial, keyId) =>
      withToken(serial, async (on) => {
        const key = on.keys.get(keyId) ?? (await openKey(module, on.session, on.mechanisms, fromHex(keyId)));
        on.keys.set(keyId, key);
        return {
          algorithm: key.algorithm,
          sign: (message) =>
            withToken(serial, async (now) => {
              // The token was reinserted: its login is gone.
              if (now !== on) throw new AgentFailure('TOKEN_REMOVED');
              return key.sign(message);
            }),
        };
      }),
    createKey: (serial, algorithm, label) =>
      withToken(serial, async (on) => {
        const id = crypto.getRandomValues(new Uint8Array(16));
        const publicKey = await makeKey(module, on.session, algorithm, id, label);
        return { keyId: toHex(id), publicKey };
      }),
    storeCertificate: (serial, keyId, certificate) =>
      withToken(serial, async (on) => {
        const id = fromHex(keyId);
        await checkPair(module, on, id);
        const old = await findObjects(module, on.session, [
          [CKA.CLASS, CKO.CERTIFICATE],
          [CKA.ID, id],
        ]);
        for (const object of old) await ask(module, 'C_DestroyObject', on.session, object);
        const parsed = parseCertificate(certificate);
        await createObject(module, on.session, [
          [CKA.CLASS, CKO.CERTIFICATE],
          [CKA.CERTIFICATE_TYPE, 0],
          [CKA.TOKEN, true],
          [CKA.PRIVATE, false],
          [CKA.ID, id],
          [CKA.LABEL, parsed.subject.text.slice(0, 60)],
          [CKA.SUBJECT, parsed.subject.der],
          [CKA.ISSUER, parsed.issuer.der],
          [CKA.SERIAL_NUMBER, integer(fromHex(parsed.serialHex))],
          [CKA.VALUE, certificate],
        ]);
      }),
    async close() {
      watch.stop();
      await inTurn(async () => {
        for (const serial of open.keys()) await forget(serial);
        await module.call('C_Finalize', null);
      });
    },
  };
}

async function checkPair(module: Pkcs11Module, on: Open, id: Bytes): Promise<void> {
  const keys = await findObjects(module, on.session, [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.ID, id],
  ]);
  if (keys.length === 0) throw new AgentFailure('KEY_NOT_FOUND');
}

const textBytes = (text: string): Bytes => copyOf(new TextEncoder().encode(text));
