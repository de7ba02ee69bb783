import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AgentFailure } from '#core/agent/failures.ts';
import type { Bytes } from '#core/bytes.ts';
import { FUNCTIONS, type FunctionName } from './constants.ts';
import type { Layout } from './memory.ts';

/** The part of koffi used here; its own declarations are mostly untyped. */
interface Koffi {
  load(path: string): {
    func(name: string, result: string, parameters: string[]): (...args: unknown[]) => number;
  };
  proto(result: string, parameters: string[]): unknown;
  decode(from: unknown, offset: number, type: unknown): unknown;
  decode(from: unknown, type: unknown): unknown;
  address(value: unknown): bigint;
  sizeof(type: string): number;
}
type Native = ((...args: unknown[]) => number) & {
  async(...argsAndDone: unknown[]): void;
};

export type Argument = number | Bytes | null;

/** A vendor's PKCS#11 module, loaded into this process. */
export interface Pkcs11Module {
  layout: Layout;
  /** Calls a function on another thread, so that a slow token does not block the agent. Returns CK_RV. */
  call(name: FunctionName, ...args: Argument[]): Promise<number>;
  /** Calls a function synchronously. */
  callNow(name: FunctionName, ...args: Argument[]): number;
  addressOf(bytes: Bytes): bigint;
}

const TYPES = { U: 'unsigned long', P: 'void *', B: 'uint8_t' } as const;

/** Koffi is an optional dependency: resolved from this file in the project, or from the bundle when installed. */
function loadKoffi(): Koffi {
  const places = [import.meta.url, join(process.cwd(), 'package.json')];
  for (const place of places) {
    try {
      return createRequire(place)('koffi') as Koffi;
    } catch {
      // not found: try the next location
    }
  }
  throw new AgentFailure('TOKEN_FAILED');
}

/** Held forever: function pointers alone do not keep koffi from unloading a module. */
const libraries = new Map<string, ReturnType<Koffi['load']>>();

/** Throws if koffi or the module is missing, or if the module is not PKCS#11. */
export function bindModule(path: string): Pkcs11Module {
  const koffi = loadKoffi();
  const layout: Layout = {
    ulong: koffi.sizeof('unsigned long') === 8 ? 8 : 4,
    pointer: koffi.sizeof('void *') === 8 ? 8 : 4,
  };
  const library = libraries.get(path) ?? koffi.load(path);
  libraries.set(path, library);
  const getList = library.func('C_GetFunctionList', 'unsigned long', ['void *']);
  const pointer = new Uint8Array(new ArrayBuffer(layout.pointer));
  if (getList(pointer) !== 0) throw new AgentFailure('TOKEN_FAILED');
  const list = koffi.decode(pointer, 'void *');
  // The list begins with a two-byte version; Windows packs the pointers directly behind it.
  const first = process.platform === 'win32' ? 2 : layout.pointer;
  const functions = new Map<FunctionName, Native>();
  for (const [name, [index, parameters]] of Object.entries(FUNCTIONS) as [
    FunctionName,
    (typeof FUNCTIONS)[FunctionName],
  ][]) {
    const types = [...parameters].map((letter) => TYPES[letter as keyof typeof TYPES]);
    const address = koffi.decode(list, first + index * layout.pointer, 'void *');
    functions.set(name, koffi.decode(address, koffi.proto('unsigned long', types)) as Native);
  }
  return {
    layout,
    addressOf: (bytes) => koffi.address(bytes),
    callNow: (name, ...args) => Number(functions.get(name)!(...args)),
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        functions.get(name)!.async(...args, (error: unknown, result: number) => {
          if (error) reject(error);
          else resolve(Number(result));
        });
      }),
  };
}
