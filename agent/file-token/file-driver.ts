import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentFailure, type PinState } from '#core/agent/failures.ts';
import { fromBase64, toBase64, toHex } from '#core/bytes.ts';
import type { Driver, Token } from '../driver.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import {
  importMaster,
  openMaster,
  PIN_ATTEMPTS,
  random,
  readTokenFile,
  seal,
  sealMaster,
  type TokenFile,
  unseal,
  writeTokenFile,
} from './token-file.ts';
import { makeTokenKey, openTokenKey } from './token-keys.ts';

export const TOKEN_EXTENSION = '.signet-token';
const PIN = /^.{6,32}$/u;

/** Creates a token in the folder. Throws PIN_INVALID for a PIN of fewer than 6 or more than 32 characters. */
export async function newTokenFile(
  folder: string,
  { label, pin, adminPin }: { label: string; pin: string; adminPin: string },
): Promise<string> {
  if (!PIN.test(pin) || !PIN.test(adminPin)) throw new AgentFailure('PIN_INVALID');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const serial = `ST${toHex(random(7)).toUpperCase()}`;
  const master = random(32);
  await writeTokenFile(join(folder, `${serial}${TOKEN_EXTENSION}`), {
    format: 'signet-token-1',
    serial,
    label,
    attemptsLeft: PIN_ATTEMPTS,
    adminAttemptsLeft: PIN_ATTEMPTS,
    master: await sealMaster(master, pin, serial),
    adminMaster: await sealMaster(master, adminPin, serial),
    keys: [],
  });
  return serial;
}

const pinOf = (attemptsLeft: number): PinState => ({
  state:
    attemptsLeft === 0 ? 'locked' : attemptsLeft === 1 ? 'final' : attemptsLeft < PIN_ATTEMPTS ? 'low' : 'ok',
  attemptsLeft,
});

/**
 * Tokens stored as files in a folder: for SM2, which no free hardware supports, and for trials. Adding a file to the
 * folder is like plugging in a token. The attempt counter is written before the PIN is checked, so that killing the
 * process gives no free guess; a copied file is protected only by the PIN's length and scrypt.
 */
export function openFileDriver(folder: string): Driver {
  const inTurn = oneAtATime();
  const masters = new Map<string, CryptoKey>();
  const pathOf = (serial: string) => join(folder, `${serial}${TOKEN_EXTENSION}`);

  const withFile = <T>(serial: string, work: (file: TokenFile) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const file = await readTokenFile(pathOf(serial)).catch(() => null);
      if (file?.serial !== serial) {
        const was = masters.delete(serial);
        throw new AgentFailure(was ? 'TOKEN_REMOVED' : 'TOKEN_NOT_FOUND');
      }
      return work(file);
    });
  const save = (file: TokenFile) => writeTokenFile(pathOf(file.serial), file);

  /** Returns the master key if the PIN is right; counts the attempt first. */
  const tryPin = async (file: TokenFile, pin: string, which: 'user' | 'admin') => {
    const counter = which === 'user' ? 'attemptsLeft' : 'adminAttemptsLeft';
    if (file[counter] === 0) throw new AgentFailure('PIN_LOCKED', pinOf(0));
    const counted = { ...file, [counter]: file[counter] - 1 };
    await save(counted);
    const master = await openMaster(which === 'user' ? file.master : file.adminMaster, pin, file.serial);
    if (!master) {
      const left = pinOf(counted[counter]);
      throw new AgentFailure(left.state === 'locked' ? 'PIN_LOCKED' : 'PIN_WRONG', left);
    }
    const restored = { ...file, [counter]: PIN_ATTEMPTS };
    await save(restored);
    return { master, file: restored };
  };
  const masterOf = (serial: string): CryptoKey => {
    const master = masters.get(serial);
    if (!master) throw new AgentFailure('PIN_NEEDED');
    return master;
  };
  const setPin = async (
    file: TokenFile,
    master: Awaited<ReturnType<typeof tryPin>>['master'],
    pin: string,
  ) => {
    if (!PIN.test(pin)) throw new AgentFailure('PIN_INVALID');
    await save({ ...file, attemptsLeft: PIN_ATTEMPTS, master: await sealMaster(master, pin, file.serial) });
    master.fill(0);
    masters.delete(file.serial);
    return pinOf(PIN_ATTEMPTS);
  };

  return {
    name: 'file tokens',
    state: () => 'ready',
    async tokens() {
      const names = await readdir(folder).catch(() => []);
      const tokens: Token[] = [];
      for (const name of names.filter((one) => one.endsWith(TOKEN_EXTENSION)).sort()) {
        const file = await readTokenFile(join(folder, name)).catch(() => null);
        if (!file || name !== `${file.serial}${TOKEN_EXTENSION}`) continue;
        tokens.push({
          serial: file.serial,
          label: file.label,
          maker: 'Signet',
          model: 'File token',
          algorithms: ['RSA', 'EC', 'SM2'],
          pin: pinOf(file.attemptsLeft),
        });
      }
      for (const serial of masters.keys())
        if (!tokens.some((token) => token.serial === serial)) masters.delete(serial);
      return tokens;
    },
    certificates: (serial) =>
      withFile(serial, async (file) =>
        file.keys.flatMap((key) =>
          key.certificate ? [{ keyId: key.id, der: fromBase64(key.certificate) }] : [],
        ),
      ),
    login: (serial, pin) =>
      withFile(serial, async (file) => {
        masters.delete(serial);
        const { master } = await tryPin(file, pin, 'user');
        masters.set(serial, await importMaster(master));
        master.fill(0);
        return pinOf(PIN_ATTEMPTS);
      }),
    async logout(serial) {
      masters.delete(serial);
    },
    changePin: (serial, pin, newPin) =>
      withFile(serial, async (file) => {
        if (!PIN.test(newPin)) throw new AgentFailure('PIN_INVALID');
        const tried = await tryPin(file, pin, 'user');
        return setPin(tried.file, tried.master, newPin);
      }),
    unlock: (serial, adminPin, newPin) =>
      withFile(serial, async (file) => {
        if (!PIN.test(newPin)) throw new AgentFailure('PIN_INVALID');
        const tried = await tryPin(file, adminPin, 'admin');
        return setPin(tried.file, tried.master, newPin);
      }),
    key: (serial, keyId) =>
      withFile(serial, async (file) => {
        const master = masterOf(serial);
        const tokenKey = file.keys.find((key) => key.id === keyId);
        if (!tokenKey) throw new AgentFailure('KEY_NOT_FOUND');
        const key = await openTokenKey(
          tokenKey.algorithm,
          await unseal(master, tokenKey, `${serial}:${keyId}`),
        );
        return {
          algorithm: key.algorithm,
          sign: (message) =>
            withFile(serial, async () => {
              if (masters.get(serial) !== master) throw new AgentFailure('TOKEN_REMOVED');
              return key.sign(message);
            }),
        };
      }),
    createKey: (serial, algorithm, label) =>
      withFile(serial, async (file) => {
        const master = masterOf(serial);
        const id = toHex(random(16));
        const made = await makeTokenKey(algorithm);
        const parts = await seal(master, made.pkcs8, `${serial}:${id}`);
        made.pkcs8.fill(0);
        // A key without a certificate cannot be used.
        const keys = file.keys.filter((key) => key.certificate !== null).slice(-31);
        await save({ ...file, keys: [...keys, { id, algorithm, label, ...parts, certificate: null }] });
        return { keyId: id, publicKey: made.publicKey };
      }),
    storeCertificate: (serial, keyId, certificate) =>
      withFile(serial, async (file) => {
        masterOf(serial);
        if (!file.keys.some((key) => key.id === keyId)) throw new AgentFailure('KEY_NOT_FOUND');
        const keys = file.keys.map((key) =>
          key.id === keyId ? { ...key, certificate: toBase64(certificate) } : key,
        );
        await save({ ...file, keys });
      }),
    async close() {
      masters.clear();
    },
  };
}
