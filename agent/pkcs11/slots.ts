import type { Token } from '../driver.ts';
import { Pkcs11Error, pinOf } from './answers.ts';
import type { Argument, Pkcs11Module } from './bind-module.ts';
import type { FunctionName } from './constants.ts';
import { CKM, CKR } from './constants.ts';
import { memory, readNumber, readText } from './memory.ts';

export interface Slot {
  id: number;
  token: Token;
}

/** Calls a function and throws Pkcs11Error unless it returns CKR_OK. */
export async function ask(module: Pkcs11Module, name: FunctionName, ...args: Argument[]): Promise<void> {
  const code = await module.call(name, ...args);
  if (code !== CKR.OK) throw new Pkcs11Error(code);
}

/** Size of CK_TOKEN_INFO: 96 bytes of text, eleven unsigned longs, two versions, 16 bytes of time. */
const TOKEN_INFO = 96 + 11 * 8 + 4 + 16;

/** Flags, label and serial number of the token in a slot. */
export async function readTokenInfo(module: Pkcs11Module, id: number) {
  const info = memory(TOKEN_INFO);
  await ask(module, 'C_GetTokenInfo', id, info);
  return {
    label: readText(info, 0, 32),
    maker: readText(info, 32, 32),
    model: readText(info, 64, 16),
    serial: readText(info, 80, 16).replace(/[^0-9A-Za-z-]/g, ''),
    flags: readNumber(info, 96, module.layout.ulong),
  };
}

/** Slots whose token has a serial number. */
export async function readSlots(module: Pkcs11Module): Promise<Slot[]> {
  const slots: Slot[] = [];
  for (const id of await readList(module, 'C_GetSlotList', 1)) {
    const info = await readTokenInfo(module, id).catch(() => null);
    if (!info || info.serial.length < 4) continue;
    const { flags, ...names } = info;
    slots.push({ id, token: { ...names, algorithms: await algorithmsOf(module, id), pin: pinOf(flags) } });
  }
  return slots;
}

export async function mechanismsOf(module: Pkcs11Module, id: number): Promise<ReadonlySet<number>> {
  return new Set(await readList(module, 'C_GetMechanismList', id));
}

async function algorithmsOf(module: Pkcs11Module, id: number): Promise<Token['algorithms']> {
  const mechanisms = await mechanismsOf(module, id);
  const algorithms: Token['algorithms'] = [];
  if (mechanisms.has(CKM.RSA_PKCS_KEY_PAIR_GEN)) algorithms.push('RSA');
  if (mechanisms.has(CKM.EC_KEY_PAIR_GEN) && mechanisms.has(CKM.ECDSA)) algorithms.push('EC');
  return algorithms;
}

/** Reads a list of unsigned longs in two calls: length first, then content. */
async function readList(
  module: Pkcs11Module,
  name: 'C_GetSlotList' | 'C_GetMechanismList',
  first: number,
): Promise<number[]> {
  const { ulong } = module.layout;
  const count = memory(ulong);
  await ask(module, name, first, null, count);
  const list = memory(Math.max(1, readNumber(count, 0, ulong)) * ulong);
  if (readNumber(count, 0, ulong) === 0) return [];
  await ask(module, name, first, list, count);
  return Array.from({ length: readNumber(count, 0, ulong) }, (_, i) => readNumber(list, i * ulong, ulong));
}

/** Initialises the module for multi-threaded use. */
export async function initialize(module: Pkcs11Module): Promise<void> {
  // CK_C_INITIALIZE_ARGS: four callbacks, flags, reserved.
  const { pointer, ulong } = module.layout;
  const args = memory(5 * pointer + ulong);
  args[4 * pointer] = 0x02;
  const code = await module.call('C_Initialize', args);
  if (code !== CKR.OK && code !== CKR.CRYPTOKI_ALREADY_INITIALIZED) throw new Pkcs11Error(code);
}
